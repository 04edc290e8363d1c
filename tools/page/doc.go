// Package page lays a comparison of two files or of two series of files out as one HTML page that
// needs nothing but itself: pictures are inside, and there is no script.
//
// Here lives layout. Never here: comparing (compare, series), what is read for a picture (evidence).
package page
