"""What changes while the service runs. The only home of threads and locks."""
