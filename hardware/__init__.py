"""The box: buttons, lamps, its health, and its word with systemd."""
