"""Turns commands and dice into plain JSON values and back, by the fields of their dataclasses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from companion.game import Command, Roll

PLAIN = (str, int, bool, float)


class CodecError(ValueError):
    """Plain values that do not make what was expected; the text names value, place and expectation."""


def plain(value: Any) -> Any:
    """A value of dataclasses, tuples, texts and numbers as JSON would give it back."""
    if value is None or isinstance(value, PLAIN):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    raise CodecError(f"{value!r} cannot be written to a log; use text, numbers, tuples or dataclasses")


def encode(command: Command) -> dict[str, Any]:
    """The command as plain values, under its verb."""
    return {"verb": command.verb, **plain(command)}


def decode(body: Any, commands: tuple[type[Command], ...]) -> Command:
    """The command that `encode` wrote, or CodecError."""
    if not isinstance(body, Mapping) or "verb" not in body:
        raise CodecError(f"a command must be an object with a verb, got {body!r}")
    kinds: tuple[type[Command], ...] = (Roll, *commands)
    verbs = {kind.verb: kind for kind in kinds}
    kind = verbs.get(body["verb"]) if isinstance(body["verb"], str) else None
    if kind is None:
        raise CodecError(f"verb {body['verb']!r}: this game has {', '.join(sorted(verbs))}")
    command: Command = build(kind, {name: part for name, part in body.items() if name != "verb"}, kind.verb)
    return command


def build(kind: type[Any], body: Any, where: str) -> Any:
    """An instance of the dataclass `kind` from an object of its fields; `where` names it in errors."""
    if not isinstance(body, Mapping):
        raise CodecError(f"{where} must be an object, got {body!r}")
    known = {f.name for f in fields(kind)}
    if set(body) != known:
        raise CodecError(f"{where} must have the fields {sorted(known)}, got {sorted(body)}")
    hints = get_type_hints(kind)
    return kind(**{name: _typed(hints[name], part, f"{where}.{name}") for name, part in body.items()})


def _typed(hint: Any, value: Any, where: str) -> Any:
    """`value` as the type that `hint` names."""
    origin = get_origin(hint)
    if origin is tuple:
        return _tuple(get_args(hint), value, where)
    if origin in (Union, UnionType):
        return _one_of(get_args(hint), value, where)
    if origin is Mapping:
        return _mapping(get_args(hint)[1], value, where)
    if origin is Literal:
        if value not in get_args(hint):
            raise CodecError(f"{where} must be one of {list(get_args(hint))}, got {value!r}")
        return value
    if is_dataclass(hint) and isinstance(hint, type):
        return build(hint, value, where)
    if hint is float and type(value) is int:
        return float(value)
    if hint not in (*PLAIN, NoneType) or type(value) is not hint:  # a bool must not pass as an int
        raise CodecError(f"{where} must be {getattr(hint, '__name__', hint)}, got {value!r}")
    return value


def _mapping(hint: Any, value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise CodecError(f"{where} must be an object, got {value!r}")
    return {str(name): _typed(hint, part, f"{where}.{name}") for name, part in value.items()}


def _one_of(hints: tuple[Any, ...], value: Any, where: str) -> Any:
    for hint in hints:
        try:
            return _typed(hint, value, where)
        except CodecError:
            continue
    names = " or ".join(getattr(hint, "__name__", str(hint)) for hint in hints)
    raise CodecError(f"{where} must be {names}, got {value!r}")


def _tuple(hints: tuple[Any, ...], value: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise CodecError(f"{where} must be a list, got {value!r}")
    if len(hints) == 2 and hints[1] is ...:
        hints = (hints[0],) * len(value)
    if len(hints) != len(value):
        raise CodecError(f"{where} must have {len(hints)} parts, got {len(value)}")
    return tuple(
        _typed(hint, part, f"{where}[{n}]") for n, (hint, part) in enumerate(zip(hints, value, strict=True))
    )
