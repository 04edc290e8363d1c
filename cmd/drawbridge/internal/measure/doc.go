// Package measure runs the benchmark programs, which print a JSON line for each result, and forms
// ratios and pictures of the results.
//
// Here lives finding, running and reading them. Never here: a measurement (the programs in bench/)
// or a table (console).
package measure
