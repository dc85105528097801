"""The table: the match and its log, what lies in the tray, what is shown, and the session that joins them.

Rooms and modules, each seeing only those before it: `log`, `tray`, `table_state` (all that is known at one
moment), `shown`, `wishes`, and `play`, which says what a wish does. All of that is pure. The `session` is the
one module with a thread, and who follows it waits at the `shown_feed`.
The table refuses to know camera, page, pins and SQL.
"""
