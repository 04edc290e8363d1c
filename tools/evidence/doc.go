// Package evidence gathers what a reader wants to see of a difference: the plane through its worst
// point in both files, how many cells differ by how much, and at which scale the difference lives.
//
// Here lives what is read for that, the Fourier transforms, and what goes into which picture. Never
// here: how a picture is drawn (picture), how a page is laid out (page).
package evidence
