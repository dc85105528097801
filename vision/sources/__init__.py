"""Where frames come from: stills, folders, clips, webcams and the Pi's camera.

Refuses to know dice and trays: a frame is pixels, a number and a time.
"""
