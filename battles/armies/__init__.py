"""Army lists: what a player fields."""
