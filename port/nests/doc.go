// Package nests finds loops over a grid that write their own point only, and makes a kernel of one point of each.
// A kernel is a routine of its own, with the indices of the point behind the arguments. What is not certain is refused.
package nests
