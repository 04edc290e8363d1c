// Package versus sets the comparison of two large files beside cat and h5diff on the same files, in
// the same run.
//
// Here lives making the files and timing programs. Never here: tables, flags, or the comparison.
package versus
