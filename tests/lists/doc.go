// Package lists holds tests of whole lists of work: random lists of operators, fills, swaps and expressions, against an
// interpreter that does each entry by plain loops. It has no code of its own.
package lists
