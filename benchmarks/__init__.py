"""Benchmarks: what scopemap costs, beside the best of its kind and beside floors."""
