"""Scaled dot-product attention: as one kernel (flash), unfused, and inside of encoder layers."""
