//go:build !mpi

package mpi

import (
	"time"

	"drawbridge/status"
)

// Library names the MPI that this build calls.
func Library() string { return "none" }

// Adopt needs a build with MPI.
func Adopt(handle int, patience time.Duration) (Ranks, error) {
	return nil, status.Errorf(status.NotAvailable, "comm was given, but this library was built without MPI (cmake -DDRAWBRIDGE_MPI=auto, openmpi or mpich); leave comm out and each rank works alone")
}

// DeviceAware: there is no MPI.
func DeviceAware() Awareness { return Unaware }

// Place needs a build with MPI.
func Place(int, int) (dims, at [3]int, periodic [3]bool, err error) {
	return dims, at, periodic, status.Errorf(status.NotAvailable, "comm was given, but this library was built without MPI (cmake -DDRAWBRIDGE_MPI=auto, openmpi or mpich)")
}
