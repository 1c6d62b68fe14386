"""What is seen and asked: the window, the drawing of the table, and headless pictures. Decides nothing about rules."""
