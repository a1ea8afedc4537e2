"""What is known: documents, their normal form, chunks and tables, built once and never modified."""
