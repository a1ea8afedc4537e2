"""Stage 5: the conversation with the model's server. The only place that imports `requests`."""
