// Entries writes what follows from the table of public functions, entries.txt: the C header, the bind(C) blocks of the
// Fortran module, the C reference, and the types of the Python package. `make generate` runs it; a test runs it again and compares.
//
// Here lives the table and its forms. Never here: what a function does (bridge's other files).
package main
