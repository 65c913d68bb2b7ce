// The Swift Testing trait and the XCTest helpers; there is nothing in this module yet.
