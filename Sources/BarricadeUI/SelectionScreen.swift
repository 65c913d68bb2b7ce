// The selection screen in SwiftUI; there is nothing in this module yet.
