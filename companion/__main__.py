"""The command line: what can be typed, and help for it. What is done then is `companion.app`'s.

Refuses to know how anything is done. Exit codes: 0 done, 1 could not be done, 2 wrong usage or settings.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from companion import __version__, app, bot_matches, doctor, offline, sheet_files, teach
from companion.config import default_data

RUN_EXAMPLES = """examples:
  cubilete run --camera sim --panel sim           play on the virtual tray
  cubilete run --camera v4l2:0 --panel none       the first USB webcam, no buttons
  cubilete run --camera picamera2 --panel gpio    on a Raspberry Pi, as the service does
  cubilete run --config /etc/cubilete.toml --host 0.0.0.0
"""
READ_EXAMPLES = """examples:
  cubilete read roll.jpg
  cubilete read --empty empty.jpg --dice 10 roll-*.jpg
  cubilete read --empty empty.jpg --teach my-dice/ roll.jpg      my-dice/ holds teach-<face>-<k>.jpg

one line of JSON a picture: {"image", "dice": [{"value", "sure", "status": "ok|unsure|cocked|stacked|covered",
"guesses": [[value, p]…], "box": [x0,y0,x1,y1], "quad": [[x,y]×4], "colour"}], "ok": all dice ok, and as many
as --dice says, "cpu_seconds"}. exit code 1 if a picture could not be read (the others are read all the same)
"""
WATCH_EXAMPLES = """examples:
  cubilete watch throw.mp4
  cubilete watch --empty empty.jpg --teach my-dice/ throw.mp4
  cubilete watch frames/                          pictures of a folder by name, as 15 frames a second

one line of JSON a change: {"frame", "state": "empty|hand|rolling|settled", "dice" when settled,
"throw": true where a new throw counts}
"""
GAMES_EXAMPLES = """example:
  cubilete games                                  its id, name, number of players, and what it is
"""
CHECK_EXAMPLES = """examples:
  cubilete check-config > cubilete.toml           all settings, to start from
  cubilete check-config /etc/cubilete.toml        every problem of that file, or all its settings

exit code 2 if there is a problem
"""
MAIN_EXAMPLES = """examples:
  cubilete run --camera sim --panel sim           play on the virtual tray; the page is at http://localhost:8080
  cubilete read roll.jpg                          read a picture of dice
  cubilete COMMAND --help                         more about a command

exit codes: 0 done, 1 could not be done, 2 wrong usage or settings
"""
REPLAY_EXAMPLES = """examples:
  cubilete replay match-7.jsonl                   a log saved from the match's page
  cubilete replay --match 7 ~/.local/share/cubilete/cubilete.db      without --match: the newest
"""

PLAY_EXAMPLES = """examples:
  cubilete play --bots dalek-dice                 100 matches of two strong bots, and what came of them
  cubilete play --bots dalek-dice --strength simple,strong --matches 1000 --seed 7
  cubilete play --bots dalek-dice --players 4 --option target=30 --json
  cubilete play --bots dalek-dice --check         proves each match: its log, folded, is what was played

bots are dealt to the seats in turn; a shared win is counted as shared; equal seeds give equal figures
"""
SHEETS_EXAMPLES = """examples:
  cubilete sheets list                            the sheets we bring, and your own in the data folder
  cubilete sheets show dizzle-level-1 > mine.toml a file to start from
  cubilete sheets check mine.toml                 everything that is wrong with it, by row and column

a file in the folder sheets of the data folder can be chosen on the page when a match begins
"""

TEACH_EXAMPLES = """examples:
  cubilete teach dalek                            each face of the die, three times, as it asks
  cubilete teach dalek --face doctor              one face of a taught set anew
  cubilete teach animals --faces cat,dog,owl,fox --camera v4l2:0
  cubilete teach dalek --pictures my-dice/        my-dice/ holds teach-<face>-<k>.jpg, empty.jpg

a set whose faces cannot be told apart is not kept; exit code 1 names the faces
"""
DOCTOR_EXAMPLES = """examples:
  cubilete doctor                                 look through the camera of the settings
  cubilete doctor --camera v4l2:0 --empty empty.jpg
  cubilete doctor --picture roll.jpg --out marked.jpg --json

exit code 0 if all is well, 1 if something is to be changed; glare is ringed in the marked picture
"""
TAUGHT_EXAMPLES = """examples:
  cubilete taught list
  cubilete taught export dalek dalek.json         a file for another box
  cubilete taught import dalek.json
  cubilete taught import dalek.json --replace     in place of the dalek dice that are known here
  cubilete taught import my-dice/ --name dalek    pictures teach-<face>-<k>.jpg
  cubilete taught rename dalek dalek-green
  cubilete taught remove dalek-green
"""


def parser() -> argparse.ArgumentParser:
    """Everything that can be typed."""
    main_parser = argparse.ArgumentParser(
        prog="cubilete",
        description="A table companion for dice games: reads real dice, knows the rules, keeps the score.",
        epilog=MAIN_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    main_parser.add_argument("--version", action="version", version=f"cubilete {__version__}")
    commands = main_parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _run(commands)
    _read_and_watch(commands)
    _replay(commands)
    _sheets(commands)
    _play(commands)
    _teach(commands)
    _taught(commands)
    _doctor(commands)
    games = _command(commands, "games", "list the games this build knows", GAMES_EXAMPLES)
    games.set_defaults(do=lambda said: offline.list_games(_language()))
    text = "check a settings file, or print all settings with their defaults"
    check = _command(commands, "check-config", text, CHECK_EXAMPLES)
    check.add_argument("file", nargs="?", type=Path, help="a TOML file; left out: print the defaults")
    check.set_defaults(do=lambda said: offline.check_config(said.file))
    return main_parser


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, text: str, examples: str
) -> argparse.ArgumentParser:
    made: argparse.ArgumentParser = commands.add_parser(
        name,
        help=text,
        description=text,
        epilog=examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    return made


def _run(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    run = _command(commands, "run", "run the companion: eye, rules, page, panel", RUN_EXAMPLES)
    run.add_argument("--camera", metavar="SOURCE", help="sim, clip:FILE, v4l2:N or picamera2")
    run.add_argument("--panel", metavar="KIND", help="sim, gpio or none")
    run.add_argument("--data", metavar="DIR", type=Path, help="where matches and taught dice are kept")
    run.add_argument(
        "--config", metavar="FILE", type=Path, help="settings (cubilete check-config prints all)"
    )
    run.add_argument("--host", help="address to serve the page on; 0.0.0.0 for the whole network")
    run.add_argument("--port", type=int, help="port to serve the page on")
    run.add_argument(
        "--seed", metavar="N", type=_luck, help="luck of the virtual tray: the same throws again"
    )
    run.add_argument("--open", action="store_true", help="open the page in this machine's browser")
    run.set_defaults(do=_do_run)


def _do_run(said: argparse.Namespace) -> int:
    overrides = {
        "camera.source": said.camera,
        "panel.kind": said.panel,
        "data": None if said.data is None else str(said.data),
        "web.host": said.host,
        "web.port": said.port,
    }
    return app.run(said.config, overrides, seed=said.seed, open_page=said.open)


def _read_and_watch(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    read = _command(commands, "read", "read still pictures of dice", READ_EXAMPLES)
    watch = _command(commands, "watch", "follow a clip: empty, hand, rolling, settled", WATCH_EXAMPLES)
    for command in (read, watch):
        command.add_argument("--empty", metavar="PICTURE", type=Path, help="the tray with nothing in it")
        command.add_argument(
            "--teach", metavar="DIR", type=Path, help="pictures teach-<face>-<k>.jpg, one die in each"
        )
    read.add_argument("--dice", metavar="N", type=_count, help="how many dice the rules expect")
    read.add_argument("pictures", metavar="PICTURE", nargs="+", type=Path)
    read.set_defaults(do=lambda said: offline.read(said.pictures, said.empty, said.teach, said.dice))
    watch.add_argument("clip", metavar="CLIP", type=Path)
    watch.set_defaults(do=lambda said: offline.watch(said.clip, said.empty, said.teach))


def _replay(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    replay = _command(
        commands, "replay", "fold the log of a match, print its final view as JSON", REPLAY_EXAMPLES
    )
    replay.add_argument("log", metavar="LOG", type=Path, help="JSON lines, or a database with --match")
    replay.add_argument("--match", metavar="N", type=int, help="the match's number in a database")
    replay.set_defaults(do=lambda said: offline.replay(said.log, said.match))


def _sheets(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    sheets = _command(commands, "sheets", "check, list and show sheet files", SHEETS_EXAMPLES)
    doing = sheets.add_subparsers(title="what to do", metavar="WHAT", required=True)
    check = _command(doing, "check", "prove that sheet files can be played", SHEETS_EXAMPLES)
    check.add_argument("files", metavar="FILE", nargs="+", type=Path)
    check.set_defaults(do=lambda said: sheet_files.check(said.files))
    listed = _command(doing, "list", "list the sheets there are", SHEETS_EXAMPLES)
    listed.add_argument("--data", metavar="DIR", type=Path, help="the data folder, if it is another")
    listed.set_defaults(do=lambda said: sheet_files.show_list(said.data or default_data(os.environ)))
    show = _command(doing, "show", "print the file of a sheet we bring", SHEETS_EXAMPLES)
    show.add_argument("name", metavar="NAME")
    show.set_defaults(do=lambda said: sheet_files.show(said.name))


def _play(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    text = "let bots play a game, without table or page, and print statistics"
    play = _command(commands, "play", text, PLAY_EXAMPLES)
    play.add_argument("--bots", metavar="GAME", required=True, help="a game that bots play")
    play.add_argument(
        "--strength", metavar="BOT,…", default="strong", help="simple or strong, one a seat (strong for all)"
    )
    play.add_argument("--players", metavar="N", type=int, help="how many seats (as many as usual)")
    play.add_argument("--matches", metavar="N", type=_matches, default=100, help="how many (100)")
    play.add_argument("--seed", metavar="N", type=_luck, default=1, help="luck: the same matches again (1)")
    play.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="of the game; a sheet may be a file",
    )
    play.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    play.add_argument("--check", action="store_true", help="prove each match by its log")
    play.set_defaults(do=_do_play)


def _do_play(said: argparse.Namespace) -> int:
    return bot_matches.run(
        bot_matches.Wish(
            game=said.bots,
            strengths=tuple(said.strength.split(",")),
            players=said.players,
            matches=said.matches,
            seed=said.seed,
            options=tuple(said.option),
            as_json=said.json,
            check=said.check,
        )
    )


def _teach(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    it = _command(commands, "teach", "teach a kind of dice, face by face", TEACH_EXAMPLES)
    it.add_argument("kind", metavar="KIND", help="its name: a game's, as dalek, or one of your own")
    it.add_argument("--faces", metavar="A,B,…", type=_names, default=(), help="unless a game names them")
    it.add_argument("--face", metavar="A", default="", help="teach only this face of a taught set anew")
    it.add_argument("--views", metavar="N", type=_views, default=3, help="of each face (3)")
    source = it.add_mutually_exclusive_group()
    source.add_argument("--camera", metavar="SOURCE", help="sim, clip:FILE, v4l2:N or picamera2")
    source.add_argument("--pictures", metavar="DIR", type=Path, help="pictures teach-<face>-<k>.jpg instead")
    it.add_argument("--data", metavar="DIR", type=Path, help="where taught dice are kept")
    it.add_argument("--config", metavar="FILE", type=Path, help="settings of the camera")
    named = ("kind", "faces", "face", "views", "camera", "pictures", "data", "config")
    it.set_defaults(do=lambda said: teach.teach(teach.TeachWish(**{n: getattr(said, n) for n in named})))


def _taught(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    taught = _command(commands, "taught", "list, hand on, rename and remove taught dice", TAUGHT_EXAMPLES)
    doing = taught.add_subparsers(title="what to do", metavar="WHAT", required=True)
    texts = {"list": "list them", "export": "write one into a file", "import": "keep one from elsewhere",
             "rename": "give one another name", "remove": "forget one"}  # fmt: skip
    made = {name: _command(doing, name, text, TAUGHT_EXAMPLES) for name, text in texts.items()}
    for command in made.values():
        command.add_argument("--data", metavar="DIR", type=Path, default=default_data(os.environ),
                             help="the data folder, if it is another")  # fmt: skip
    for name in ("export", "rename", "remove"):
        made[name].add_argument("name", metavar="NAME")
    made["export"].add_argument("file", metavar="FILE", type=Path)
    made["import"].add_argument("source", metavar="FILE", type=Path)
    made["import"].add_argument("--name", default="", help="its name here")
    made["import"].add_argument("--replace", action="store_true", help="in place of one of that name")
    made["rename"].add_argument("new", metavar="NEW")
    made["list"].set_defaults(do=lambda said: teach.show_list(said.data))
    made["export"].set_defaults(do=lambda said: teach.export(said.data, said.name, said.file))
    made["import"].set_defaults(
        do=lambda said: teach.take_in(said.data, said.source, said.name, replace=said.replace)
    )
    made["rename"].set_defaults(do=lambda said: teach.rename(said.data, said.name, said.new))
    made["remove"].set_defaults(do=lambda said: teach.remove(said.data, said.name))


def _doctor(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    it = _command(commands, "doctor", "say what to change for dice to be read well", DOCTOR_EXAMPLES)
    source = it.add_mutually_exclusive_group()
    source.add_argument("--camera", metavar="SOURCE", help="sim, clip:FILE, v4l2:N or picamera2")
    source.add_argument("--picture", metavar="FILE", type=Path, help="a picture instead")
    it.add_argument("--empty", metavar="FILE", type=Path, help="a picture of the tray with nothing in it")
    it.add_argument("--out", metavar="FILE", type=Path, default=Path("doctor.jpg"),
                    help="where the marked picture goes (doctor.jpg)")  # fmt: skip
    it.add_argument("--config", metavar="FILE", type=Path, help="settings of the camera")
    it.add_argument("--json", action="store_true", help="one line of JSON")
    named = ("camera", "picture", "empty", "out", "config", "json")
    it.set_defaults(
        do=lambda said: doctor.doctor(
            doctor.DoctorWish(**{n: getattr(said, n) for n in named}, language=_language())
        )
    )


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def _views(text: str) -> int:
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else 0
    if not 1 <= number <= 20:
        raise argparse.ArgumentTypeError(f"expected a number of views from 1 to 20, got {text!r}")
    return number


def _matches(text: str) -> int:
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected a number of matches from 1 to 9999999, got {text!r}")
    return number


def _count(text: str) -> int:
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else 0
    if not 1 <= number <= 40:
        raise argparse.ArgumentTypeError(f"expected a number of dice from 1 to 40, got {text!r}")
    return number


def _luck(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise argparse.ArgumentTypeError(f"expected a whole number from 0 up, got {text!r}")
    return int(text)


def _language() -> str:
    said = next(filter(None, (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return "es" if said.startswith("es") else "en"


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what was typed."""
    typed = sys.argv[1:] if arguments is None else arguments
    if not typed:
        parser().print_help(sys.stderr)
        return 2
    said = parser().parse_args(typed)
    try:
        done: int = said.do(said)
    except BrokenPipeError:  # whoever read our lines has had enough
        _mute()
        return 0
    except offline.OutputError as error:
        _mute()
        return offline.fail(error)
    except KeyboardInterrupt:
        return 130
    return done


def _mute() -> None:
    """Python writes out what is left when it ends, and would fail once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
