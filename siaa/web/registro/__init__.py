"""`/siaa/log` and the ratings: the record of questions over HTTP."""
