"""Grading on many machines: the same pure function, sent to the workers of a Dask cluster."""
