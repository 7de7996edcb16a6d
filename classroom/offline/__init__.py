"""``make wheels``: everything the course needs in one folder, to install it where there is no internet."""
