"""What a text claims, read once: words, values, what small words do, who acts."""
