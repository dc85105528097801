"""What a camera's picture of a tray lacks for reading dice well.

Refuses to know cameras and languages: figures in, figures out.
"""
