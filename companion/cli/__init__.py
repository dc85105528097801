"""The command line: a module a command, named as the command is.

A command makes of what was typed a call to another room, and of what comes back lines and an exit code.
It refuses to know how dice are read, how matches are played and how pages are served.
"""
