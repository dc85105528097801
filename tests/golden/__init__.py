"""Golden cases: what the rules say, as data, run against the games.

`python -m tests.golden FILE…` runs any file of the format in `data/README.md`. A game takes part by
one module here, named after it, that holds its `ADAPTER`; nothing else needs to be told.
"""
