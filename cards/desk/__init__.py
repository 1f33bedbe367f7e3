"""The curators' desk: the rows of a file, what is final, and the versions of cards and series."""
