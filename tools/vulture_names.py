"""Names that look unused and are not, for vulture: who uses each is said beside it.

Refuses to hold anything that could be removed instead.
"""

# ruff: noqa: B018, F821

# Flask calls views by their routes and hooks by their registration
may_insist, may_take_back, picture_checks, max_content_length  # read by templates and by Flask
add_player, saved_log, resume, abandon, answer_die, theme, guard, dress
codes, events, pair_form, pair, unpair, panel_page, panel_press, health

# read by templates only
letter, grid, practice, toggled, with_bot, fixable, by_round, opted, asked_faces, asked_die, started, ok

# click calls a command's parts, and commands by their registration
format_epilog, format_commands, command_class, callback, convert, show_list

# an entry point; what games' pages draw of their views
PLUGIN, keepable, tokens, humans_road, daleks_road, road_length, compared
even_faces, odd_faces, if_stopped, sits_out, misfits
dice_total, pick_between, pick_guard, dice_mode, to_win, to_lose, decider, ranking

# set for others: gpiozero calls, Jinja and Werkzeug and numpy read
parser_class, channel_class, buf  # waitress makes connections and parsers by these, and fills the buffer
when_pressed, when_released, lstrip_blocks, trim_blocks, direct_passthrough, writeable
get_source, environment, loader

# what Python asks a module for: names that are loaded once they are used
__getattr__, __dir__

# read by their names, one after the other: what a Dizzle sheet scores
gems, puzzles, piles

# the protocol of cv2.VideoCapture
propId

# the other half of a contract: tests, benches and tools use it, and pages to come
missing_controls  # wishes that a camera has no control for: tools/picamera2_trial.py tells them
from_data  # sheets that cannot be played to their end: tests play on them
nudge, sweep, truth  # what people do at the virtual tray, and what tests compare with
serve  # a page alone, without a box
