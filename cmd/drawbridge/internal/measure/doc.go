// Package measure runs the benchmark programs, which print a JSON line for each result, and judges
// the results by their goals.
//
// Here lives finding, running and reading them. Never here: a measurement (the programs in bench/)
// or layout (console).
package measure
