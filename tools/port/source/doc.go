// Package source reads Fortran files in free and fixed form and gives their statements, one a line, with comments and
// continuations taken away. It knows nothing of the language beyond strings; no syntax lives here.
package source
