"""Makes the nets that we ship, from drawings of our own and photographs that may be learned from.

Supervised learning in PyTorch on ray-traced, domain-randomised scenes and on free photographs; ONNX comes
out. Refuses to be part of the running companion: it needs torch, Pillow, a C compiler and hours. It knows
no good figures either: `tests.bench` measures how good a net is.
"""
