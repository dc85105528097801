"""What lies in the tray: which die is which, which were thrown or lifted, and whether they are those due.

Pure: Readings come in and values come out; a Need, a Pick and the dice at rest are all it looks at. It
refuses to know rules, scores, pictures, keys and clocks.
"""
