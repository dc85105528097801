"""Printed sheets as data: reading a sheet file of any game, and naming what is wrong with it by place.

Refuses to know any game's sheet: a game brings its format (`SheetFormat`), this room reads, proves and keeps.
"""

from companion.sheets.folder import FOLDER, Folder, problems_of, read_file
from companion.sheets.format import PrintedSheet, SheetFormat, SheetFormats
from companion.sheets.grid import Cell, beside
from companion.sheets.trouble import OtherFormatError, Problems, SheetError

__all__ = [
    "FOLDER",
    "Cell",
    "Folder",
    "OtherFormatError",
    "PrintedSheet",
    "Problems",
    "SheetError",
    "SheetFormat",
    "SheetFormats",
    "beside",
    "problems_of",
    "read_file",
]
