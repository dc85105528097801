"""The page: what people at the table see and tap, drawn on the box and followed by one stream.

Refuses to know any game by name, rules and sheets, how an eye sees or a lesson learns, pins and SQL. A game
brings its part of the page, the session says what may be done and why not, and `companion.run.app` hands over
the real parts. The page keeps no state of its own beside open streams and wrong codes.
"""
