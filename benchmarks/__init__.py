"""Benchmarks: what scopemap costs, beside the best of its kind and beside floors."""

from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
"""The folder of the project."""
