"""Printed sheets as data: the sheets we bring, how a sheet file is read, and whether it can be played.

Refuses to know the rules of play, matches, and whose sheet it is.
"""

from companion.sheets.dizzle import Arrow, Cell, DizzleSheet, Special
from companion.sheets.escape import EscapeSheet, Patrol
from companion.sheets.figures import about, figures, remarks
from companion.sheets.folder import FOLDER, Folder, problems_of, read_file
from companion.sheets.reading import Sheet, from_data, read
from companion.sheets.shipped import FORMATS, names, shipped, text_of
from companion.sheets.trouble import SheetError

__all__ = [
    "FOLDER",
    "FORMATS",
    "Arrow",
    "Cell",
    "DizzleSheet",
    "EscapeSheet",
    "Folder",
    "Patrol",
    "Sheet",
    "SheetError",
    "Special",
    "about",
    "figures",
    "from_data",
    "names",
    "problems_of",
    "read",
    "read_file",
    "remarks",
    "shipped",
    "text_of",
]
