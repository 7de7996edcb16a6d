"""The course behind JupyterHub: who may come in is the hub's business, what is served is the course's."""
