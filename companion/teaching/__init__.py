"""Dice taught at this box: the lesson that goes on, the sets that are kept, what pages get to know of both.

It refuses to know how a face is learned (`vision.teach` does), who plays with the dice, and how a page looks.
"""
