"""Doors for other programs: SIAA as a model of Ollama's API and of OpenAI's."""
