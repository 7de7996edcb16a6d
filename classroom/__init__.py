"""Serving the course: the launcher, its settings and the page template."""
