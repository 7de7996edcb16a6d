"""How fast the engine and the players are: each module prints a table; nothing here passes or fails."""
