"""The HTTP surfaces, as blueprints. They translate; they decide nothing."""
