// Package mpi is the room for ranks: it adopts the communicator of the host and lets its ranks
// exchange small records and agree on errors.
//
// The host owns MPI. Adopt makes a duplicate of its communicator with an error handler that returns;
// nothing here calls MPI_Init, MPI_Finalize or MPI_Abort, and every call of MPI is made on the thread
// that called the library.
//
// No call of MPI here waits for another rank. Each collective call and each message is begun by a call
// that returns at once, and polled (exchange.c) until it is finished, the patience is over, or another
// rank says that it gave up. A rank that gives up says so to the others and makes no further call on the
// communicator, so all ranks end with an error in bounded time, the late one too when it comes. Only time
// in which the process ran counts as waiting: a batch system may suspend all ranks for as long as it likes (watch.c).
// Those that wait in a call of all ranks find out who has not come (roll.c).
//
// What is whose. github.com/emer/empi has typed calls that block until other ranks come. Ours are the calls
// that it lacks: those that do not block, adopting and giving back a communicator, error handlers. empi's are
// used where nothing can block: rank and size, held against ours (adopt.go says under which guards). Without the build tag mpi, which CMake sets where it finds
// an MPI library, Adopt says so and everything else of the library works.
//
// Never here: a kernel, a view's meaning, a report's layout, bulk data.
package mpi
