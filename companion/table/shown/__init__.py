"""What there is to see of the table: one frozen value that page, lamps and voice follow; the log in words.

Pure, and all that is said is a Msg. It refuses to know HTML, pins, languages, clocks, and who follows.
"""
