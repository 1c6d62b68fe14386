"""The scenes: what is on screen, one a file. Each takes events, draws itself, and returns what should change."""
