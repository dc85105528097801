"""What a command answers its caller with."""

DONE = 0
FAILED = 1  # it could not be done
MISUSED = 2  # wrong usage, or wrong settings
INTERRUPTED = 130  # by Ctrl-C, as shells have it
