"""Optional stages of the journey. Pure: values in, values out."""
