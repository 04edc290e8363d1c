// Entries writes what follows from two tables. From that of public functions, entries.txt: the C header, the C functions that only
// forward, the bind(C) blocks of the Fortran module, the C reference, and the types of the Python package. From that of the Fortran
// face, fortran/procedures.txt: the lists of procedures in the module's types, those that only pass arguments on, and those for
// each rank and kind of an array. `make generate` runs it; a test runs it again and compares.
//
// Here live the forms of the tables. Never here: what a function does (bridge's other files).
package main
