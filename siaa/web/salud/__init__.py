"""How the service is, for the administrator: page, status, metrics, reloads."""
