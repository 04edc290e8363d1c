package frame

import "os"

// mindBounds warns once of an interior that seems to mean other points; words say why, or are empty. It may be meant, so it is not
// refused. Snapshots need no Frame; then the warning goes to standard error, unless the environment switches warnings off.
func mindBounds(what, words string) {
	if words == "" {
		return
	}
	words = what + ": " + words + " (said once; DRAWBRIDGE_LOG=off silences all warnings)"
	switch {
	case current != nil:
		current.warnHereOnce(words)
	case !warned[words] && os.Getenv("DRAWBRIDGE_LOG") != "off":
		warned[words] = true
		put("", "", words, true)
	}
}
