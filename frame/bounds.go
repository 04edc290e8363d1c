package frame

import "drawbridge/views"

// mindBounds warns once of an interior whose six numbers seem to be in the wrong order. It may be meant, so it is not refused.
// Snapshots need no Frame; then the warning goes to standard error.
func mindBounds(what string, a views.HostArray) {
	words := views.Misread([3]int(a.Shape[:3]), a.Interior)
	if words == "" {
		return
	}
	once := "bounds of " + what
	if warned[once] {
		return
	}
	warned[once] = true
	words = what + ": " + words + " (said once; DRAWBRIDGE_LOG=off silences all warnings)"
	if current != nil {
		current.warn(words)
	} else {
		put("", "", words, true)
	}
}
