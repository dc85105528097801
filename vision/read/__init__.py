"""From a still picture of a tray to the dice in it, stage after stage.

Refuses to know games and cameras. Unsure is an answer; wrong is not.
"""
