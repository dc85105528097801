"""The table: the match, its log and undo, the tray's latch, the judge, and the session that runs them."""
