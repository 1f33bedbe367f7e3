"""The rule book: each rule's words in one row, examples that the engine plays, positions that anybody may set up."""

"up."
