"""The kinds of evidence (section 4), a file each: how it is read, and how it is checked."""
