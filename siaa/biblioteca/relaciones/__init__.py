"""What acts do to each other: which one repeals, amends or adds to which, as the texts say it."""
