"""The log of a match: its entries, their plain form, and the match as the fold of them.

Pure: entries come in and matches come out; legality is asked of the game through `companion.game.step`. What
it needs of a store is in `records`. It refuses to know the dice in the tray, keys, pages, disks and clocks.
"""
