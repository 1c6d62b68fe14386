"""Shapes, contact, sweeps, free space and shortest ways. Knows no side, unit, turn or rule."""
