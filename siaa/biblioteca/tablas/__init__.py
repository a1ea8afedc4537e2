"""The precomputed tables of the index, each built once from the documents."""
