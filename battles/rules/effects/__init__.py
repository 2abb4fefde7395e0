"""What events do to a position, by noun: one short function for each, no decisions, no dice."""
