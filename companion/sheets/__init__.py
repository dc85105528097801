"""Printed sheets as data: the sheets we bring, how a sheet file is read, and whether it can be played.

Refuses to know the rules of play, matches, and whose sheet it is.
"""

from companion.sheets.dizzle import Arrow, Cell, DizzleSheet, Special
from companion.sheets.escape import EscapeSheet, Patrol
from companion.sheets.figures import about, figures, remarks
from companion.sheets.reading import Sheet, from_data, read
from companion.sheets.shipped import names, shipped, text_of
from companion.sheets.trouble import SheetError

__all__ = [
    "Arrow",
    "Cell",
    "DizzleSheet",
    "EscapeSheet",
    "Patrol",
    "Sheet",
    "SheetError",
    "Special",
    "about",
    "figures",
    "from_data",
    "names",
    "read",
    "remarks",
    "shipped",
    "text_of",
]
