"""Kernels that start by forking one prepared process: quicker, and they share its memory.

Linux only. ``provisioner`` is what Jupyter asks for a kernel, ``nursery`` is the prepared process.
Wherever forking is not possible the ordinary start takes its place.
"""
