"""``make site``: the course as plain files, with a Python that runs in the reader's own browser."""
