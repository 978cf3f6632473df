"""Stepping a compiled game: everything here works on its card and its two emitted modules alone."""
