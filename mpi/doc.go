// Package mpi is the room for ranks: the adopted communicator of the host, the map rank -> device
// -> CPU set, collectives on the calling thread, halo exchange of device-resident views.
//
// It is empty in this release: the library places itself by the launcher's environment
// (frame/launcher.go) and makes no MPI call of its own but MPI_Abort in the default stop routine
// (bridge/guard.c, looked up by name). Never here: a kernel, a view's meaning.
package mpi
