"""What a wish does to the table: the table as it will be, and the entries that must be on the disk first.

Pure; wishes about whole matches are in `match_wishes`. It refuses to know who wishes and how all is kept.
"""
