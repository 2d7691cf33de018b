"""Scaled dot-product attention: as one kernel (flash), unfused, and within encoder layers."""
