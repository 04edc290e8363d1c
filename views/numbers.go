package views

import (
	"slices"

	"drawbridge/status"
	"drawbridge/status/nearest"
)

// NumberFrom tells where an entry of a list, or a plan, takes the number of a name. Expressions, operators and kernels of load_kernels
// all ask here, by name:
//
//   - a value that is given with the entry, which set changes;
//   - else the number that an entry before computes. Its index in computed is answered, and -1 for a value that is given.
//
// A value for a number that is computed is refused, since one of the two would be ignored. So is a name that is neither.
func NumberFrom(entry, name string, given bool, computed []string) (int, error) {
	cell := slices.Index(computed, name)
	switch {
	case given && cell >= 0:
		return 0, status.Errorf(status.Argument, "%s: the number '%s' is computed by an entry before; leave its value out", entry, name)
	case !given && cell < 0:
		return 0, status.Errorf(status.UnknownName, "%s: no value is given for the number '%s', and no entry before computes it%s", entry, name,
			nearest.Known(name, "there are", computed, ""))
	}
	return cell, nil
}
