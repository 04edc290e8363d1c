// Package survey looks at a whole source tree: which routines can be ported now, what the others need, and, with a profile,
// how much of the run time each holds. It translates to find out, and keeps no translation.
package survey
