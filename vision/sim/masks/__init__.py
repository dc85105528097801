"""The drawings that virtual Dalek dice wear, as grey masks; `vision.sim.draw_faces` makes them. No code."""
