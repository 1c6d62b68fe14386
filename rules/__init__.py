"""The Table, the actions on it, and the referee that judges them. Runs without a display."""
