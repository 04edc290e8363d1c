package frame

import (
	"os"

	"drawbridge/views"
)

// mindBounds warns once of an interior whose six numbers seem to be in the wrong order. It may be meant, so it is not refused.
// Snapshots need no Frame; then the warning goes to standard error, unless the environment switches warnings off.
func mindBounds(what string, a views.HostArray) {
	words := views.Misread([3]int(a.Shape[:3]), a.Interior)
	if words == "" {
		return
	}
	words = what + ": " + words + " (said once; DRAWBRIDGE_LOG=off silences all warnings)"
	switch {
	case current != nil:
		current.warnOnce(words)
	case !warned[words] && os.Getenv("DRAWBRIDGE_LOG") != "off":
		warned[words] = true
		put("", "", words, true)
	}
}
