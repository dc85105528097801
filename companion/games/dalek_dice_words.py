"""What Dalek Dice says, in Spanish and English.

Refuses to know when any of it is said.
"""

from __future__ import annotations

TEXTS = {  # key: Spanish, English
    "dalek-dice.name": ("Dalek Dice", "Dalek Dice"),
    "dalek-dice.about": (
        "Extermina humanos, junta tantos daleks y teme al tercer doctor.",
        "Exterminate Humans, match them with Daleks, fear the third Doctor.",
    ),
    "dalek-dice.option.target": ("Puntos para ganar", "Points to win"),
    "dalek-dice.option.dice": ("Dados", "Dice"),
    "dalek-dice.option.dice.dalek": ("Dados dalek", "Dalek dice"),
    "dalek-dice.option.dice.d6": ("Dados normales", "Ordinary dice"),
    "dalek-dice.throw": ("Tira {n} {n|dado|dados}", "Throw {n} {n|die|dice}"),
    "dalek-dice.decide": (
        "Para con {points} o tira {n} {n|dado|dados}",
        "Stop with {points}, or roll {n} {n|die|dice}",
    ),
    "dalek-dice.keep": ("Guarda, para con {points} o tira {n}", "Keep, stop with {points}, or roll {n}"),
    "dalek-dice.keep.exterminate": ("Guarda humanos: valen el doble", "Keep Humans: they count double"),
    "dalek-dice.close.exterminate": ("¡Exterminar! Anota {points}", "Exterminate! Score {points}"),
    "dalek-dice.close.no_dice": ("Sin dados: anota {points}", "No dice left: score {points}"),
    "dalek-dice.blocked.one": ("Guarda al menos un dado", "Keep at least one die"),
    "dalek-dice.blocked.foreign": ("Guarda solo humanos o daleks", "Keep only Humans or Daleks"),
    "dalek-dice.button.stop": ("PARAR", "STOP"),
    "dalek-dice.button.again": ("TIRAR", "REROLL"),
    "dalek-dice.button.keep": ("GUARDAR", "KEEP"),
    "dalek-dice.button.score": ("ANOTAR", "SCORE"),
    "dalek-dice.note.keep": ("y luego decides", "and then decide"),
    "dalek-dice.note.plain": ("anota {points}", "scores {points}"),
    "dalek-dice.note.bonus": ("anota {points}, con +5", "scores {points}, with +5"),
    "dalek-dice.note.few_daleks": ("anota {points}: faltan daleks", "scores {points}: too few Daleks"),
    "dalek-dice.note.double": ("anota {points}: humanos × 2", "scores {points}: Humans × 2"),
    "dalek-dice.note.double_bonus": ("anota {points}: humanos × 2 + 5", "scores {points}: Humans × 2 + 5"),
    "dalek-dice.note.dice": ("{n} {n|dado|dados}", "{n} {n|die|dice}"),
    "dalek-dice.note.last_dice": ("{n} {n|dado|dados} · +5 si cumple", "{n} {n|die|dice} · +5 if it works"),
    "dalek-dice.note.danger": ("{n} {n|dado|dados} · otro doctor: 0", "{n} {n|die|dice} · another Doctor: 0"),
    "dalek-dice.news.doctor": ("Doctor: {n} de 3", "Doctor: {n} of 3"),
    "dalek-dice.news.doctor.one": ("Solo cuenta un doctor por tirada", "Only one Doctor counts per roll"),
    "dalek-dice.news.exterminate": ("Exterminar: {n} de 3", "Exterminate: {n} of 3"),
    "dalek-dice.news.exterminate.third": ("¡Exterminar! Humanos × 2", "Exterminate! Humans × 2"),
    "dalek-dice.news.exterminate.one": (
        "Solo cuenta un exterminar por tirada",
        "Only one Exterminate counts per roll",
    ),
    "dalek-dice.news.last_round": ("Ya hay {points}: última ronda", "{points} reached: last round"),
    "dalek-dice.news.win": ("{n|¡Victoria|¡Empate} con {points}!", "{n|Won|Shared win} with {points}!"),
    "dalek-dice.end.doctor": ("Tercer doctor: 0 puntos", "Third Doctor: 0 points"),
    "dalek-dice.end.exterminate": ("¡Exterminar! {points} puntos", "Exterminate! {points} points"),
    "dalek-dice.end.no_dice": ("Sin dados: {points} puntos", "No dice left: {points} points"),
    "dalek-dice.end.stop": ("Anota {points}", "Scores {points}"),
    "dalek-dice.end.few_daleks": ("Faltan daleks: 0 puntos", "Too few Daleks: 0 points"),
    "dalek-dice.advice.stop": ("Parar: {n} {n|punto|puntos}", "Stopping: {n} {n|point|points}"),
    "dalek-dice.advice.roll": (
        "Tirar: {n},{tenth} puntos de media",
        "Rolling: {n}.{tenth} points on average",
    ),
    "dalek-dice.advice.keep.roll": ("Guarda {dice} y tira: {n},{tenth}", "Keep {dice}, roll: {n}.{tenth}"),
    "dalek-dice.advice.keep.stop": ("Guarda {dice} y para: {n},{tenth}", "Keep {dice}, stop: {n}.{tenth}"),
    "dalek-dice.advice.none.roll": ("No guardes nada y tira: {n},{tenth}", "Keep none, roll: {n}.{tenth}"),
    "dalek-dice.advice.none.stop": ("No guardes nada y para: {n},{tenth}", "Keep none, stop: {n}.{tenth}"),
    "dalek-dice.advice.doctor": (
        "Tercer doctor con {n} {n|dado|dados}: {percent} %",
        "Third Doctor with {n} {n|die|dice}: {percent} %",
    ),
    "dalek-dice.advice.no_doctor": (
        "Aún no puede salir el tercer doctor",
        "The third Doctor cannot come yet",
    ),
    "dalek-dice.round": ("Ronda {n}", "Round {n}"),
    "dalek-dice.over": ("{points} puntos: se jugaba a {target}", "{points} points, playing to {target}"),
    "face.dalek.doctor": ("Doctor", "Doctor"),
    "face.dalek.exterminate": ("Exterminar", "Exterminate"),
    "face.dalek.human2": ("2 humanos", "2 Humans"),
    "face.dalek.human4": ("4 humanos", "4 Humans"),
    "face.dalek.dalek2": ("2 daleks", "2 Daleks"),
    "face.dalek.dalek3": ("3 daleks", "3 Daleks"),
}
WORDS = {
    "es": {key: spanish for key, (spanish, _) in TEXTS.items()},
    "en": {key: english for key, (_, english) in TEXTS.items()},
}
