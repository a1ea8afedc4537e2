"""`/siaa/openapi.json`: what every route takes and answers, from what stands beside each."""
