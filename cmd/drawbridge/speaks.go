package main

import "drawbridge/frame"

// speaks tells whether this process prints: of the ranks that a launcher started on a node, the first.
func speaks() bool { return frame.Place(environment()).Rank == 0 }
