// Package mpi is the room for ranks: it adopts the communicator of the host and lets its ranks
// exchange small records and agree on errors.
//
// The host owns MPI. Adopt makes a duplicate of its communicator with an error handler that returns,
// and a communicator of the ranks of one node; nothing here calls MPI_Init, MPI_Finalize or
// MPI_Abort, and every call of MPI is made on the thread that called the library. A collective call
// first waits for all ranks, a limited time: ranks that do not come are an error, not a hang.
// Typed collectives are those of github.com/emer/empi, on the duplicate (adopt.go says under which
// guards); communicator.c has what it lacks. Without the build tag mpi, which CMake sets where it
// finds an MPI library, Adopt says so and everything else of the library works.
//
// Never here: a kernel, a view's meaning, a report's layout, bulk data.
package mpi
