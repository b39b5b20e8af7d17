"""Composing: one index, and one robots.txt, over all builds of a host."""
