// Package files opens what others may have made, and puts what Drawbridge makes in its place as a whole.
//
// Reading: regular files alone (a pipe would wait for ever, a device never ends), up to a size; YAML of a bounded size
// and depth, without aliases; texts of files made visible before they reach a terminal. Writing: under a
// temporary name that tells its owner, then renamed; what killed runs left is swept.
//
// Here lives how a file is opened, written and named. Never here: what a file means.
package files
