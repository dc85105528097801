"""Teaching faces: pictures of single dice in, a taught set out, and whether its faces can be told apart.

Refuses to know pages, threads, and where what was taught is kept.
"""
