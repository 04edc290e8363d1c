// Package syntax reads statements of Fortran into trees: expressions, statements in their blocks, and program units.
// It knows no types: f(x) is a call or an element until the package tree has resolved it. A statement that it does not
// know becomes one of kind Unknown with its reason, which the translation refuses; nothing is dropped.
//
// Inside, the parser leaves a statement by a panic with its *Trouble, which `read` turns into an answer: no panic of its own leaves
// the package. Only the command uses it; it is no part of the library that a host links.
package syntax
