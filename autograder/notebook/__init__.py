"""Notebooks: reading submitted ones whatever their state, and building the course's own."""
