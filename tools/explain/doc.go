// Package explain finds what explains the differences between plans and a solver's own routine: drawbridge explain.
//
// It reads the file that DRAWBRIDGE_CHECK=compare writes, runs the collection again at those points on host cores, with one convention
// after the other, and names those with which the difference goes. Never here: anything that a host loads.
package explain
