"""Tabletop games from data."""
