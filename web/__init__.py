"""The page: what people at the table see and tap. Knows no camera, pin or rule."""
