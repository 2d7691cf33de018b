"""Histograms, medians, variances and other summaries of many elements."""
