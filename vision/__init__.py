"""The eye: from pictures of the tray to Readings.

Of the companion it knows the nouns in `companion.dice` and nothing else.
"""

import os

# Before numpy is loaded: its products here are small, and threads for them cost more than they bring.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
