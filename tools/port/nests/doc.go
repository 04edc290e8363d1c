// Package nests finds loops over a grid that write their own point only, and makes a kernel of one point of each.
// A kernel is a routine of its own, with the indices of the point behind the arguments. What is not certain is refused.
//
// Inside, the analysis of a nest is left by a panic with a *syntax.Trouble, as in port/syntax; attempt and formulas turn it into a
// refusal, so that no panic of its own leaves the package. Only the command uses it; no library that a host links holds it.
package nests
