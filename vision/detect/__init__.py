"""Top faces in a picture: where each lies, how large, how turned and tilted, and which bear pips.

Refuses to know taught faces and kinds of dice, and what is done about a doubtful face.
"""
