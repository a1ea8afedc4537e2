"""What people have → the text that SIAA reads, or the reason why there is none."""
