// Package rules holds the tests of the architecture: who imports whom, and that what is written
// down twice (codes, bits, entry points) is the same. It has no code of its own.
package rules
