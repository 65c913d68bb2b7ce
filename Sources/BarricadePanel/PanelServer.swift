// The selection screen in a browser; there is nothing in this module yet.
