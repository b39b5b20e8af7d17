"""The parts, each with the groups of figures that it gives."""
