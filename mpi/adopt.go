//go:build mpi

package mpi

/*
#cgo CFLAGS: -std=gnu11 -O2 -Wall -Wextra
#cgo pkg-config: ompi
#include "communicator.h"
*/
import "C"

import (
	"hash/fnv"
	"math"
	"time"
	"unsafe"

	"github.com/emer/empi/mpi"

	"drawbridge/status"
)

// Guards about empi. Without the build tag mpi it is a dummy whose collectives do nothing: its Comm
// is empty then, and this constant does not fit, so the build fails. It has no way to adopt a
// communicator: ours is put into its first field (typed). It checks no lengths and logs errors on
// its own: collect.go checks, init silences. Its Init, Finalize, Abort and NewComm are never called.
var handle C.MPI_Comm

const _ = uint(unsafe.Sizeof(mpi.Comm{})) - uint(2*unsafe.Sizeof(handle))

func init() { mpi.LogErrors = false }

// Library names the MPI that this build calls.
func Library() string { return C.GoString(C.mpi_family()) }

// group is a communicator with empi's collectives.
type group struct {
	comm       C.MPI_Comm
	typed      *mpi.Comm
	rank, size int
}

type ranks struct {
	c         *C.struct_communicator
	all, node group
	patience  time.Duration
	lost      error // why no collective call is possible any more
}

// Adopt makes a communicator of ours from the Fortran handle of the host's; collective over it.
func Adopt(handle int, patience time.Duration) (Ranks, error) {
	var text [C.text_size]C.char
	var c *C.struct_communicator
	if handle != int(int32(handle)) {
		return nil, status.Errorf(status.Argument, "comm = %d is no Fortran handle of a communicator", handle)
	}
	if answer := C.communicator_adopt(C.int(handle), C.double(patience.Seconds()), &c, &text[0]); answer != C.answer_ok {
		return nil, status.Errorf(code(answer), "%s", C.GoString(&text[0]))
	}
	r := &ranks{c: c, patience: patience}
	r.all = groupOf(c.all, c.rank, c.size)
	r.node = groupOf(c.node, c.node_rank, c.node_size)
	for _, g := range []group{r.all, r.node} {
		if g.typed.Rank() != g.rank || g.typed.Size() != g.size {
			return nil, status.Errorf(status.Internal, "the typed collectives see rank %d of %d, MPI says %d of %d", g.typed.Rank(), g.typed.Size(), g.rank, g.size)
		}
	}
	return r, nil
}

func groupOf(comm C.MPI_Comm, rank, size C.int) group {
	typed := &mpi.Comm{}
	*(*C.MPI_Comm)(unsafe.Pointer(typed)) = comm
	return group{comm: comm, typed: typed, rank: int(rank), size: int(size)}
}

func code(answer C.int) status.Code {
	switch answer {
	case C.answer_state, C.answer_late:
		return status.Order
	case C.answer_argument:
		return status.Argument
	}
	return status.Device
}

func (r *ranks) Rank() int              { return r.all.rank }
func (r *ranks) Size() int              { return r.all.size }
func (r *ranks) Node() (rank, size int) { return r.node.rank, r.node.size }
func (r *ranks) Handle() int            { return int(r.c.handle) }

// Alive says whether MPI is still up and every rank came so far.
func (r *ranks) Alive() error {
	var text [C.text_size]C.char
	if r.lost == nil && C.mpi_usable(&text[0]) != C.answer_ok {
		return status.Errorf(status.Order, "%s", C.GoString(&text[0]))
	}
	return r.lost
}

// meet waits for the ranks of a group before a collective call.
func (r *ranks) meet(g group, what string) error {
	if err := r.Alive(); err != nil {
		return err
	}
	var text [C.text_size]C.char
	if answer := C.communicator_meet(g.comm, number(what), C.double(r.patience.Seconds()), &text[0]); answer != C.answer_ok {
		r.lost = status.Errorf(code(answer), "%s", C.GoString(&text[0]))
	}
	return r.lost
}

// number stands for a call among the ranks.
func number(what string) C.int {
	h := fnv.New32a()
	h.Write([]byte(what))
	return C.int(h.Sum32() & math.MaxInt32)
}

// Close gives the communicators back, where MPI is still up and all ranks are here.
func (r *ranks) Close() error {
	if err := r.meet(r.all, "close"); err != nil {
		return err
	}
	C.communicator_free(r.c)
	r.lost = status.Errorf(status.Order, "the communicator was given back")
	return nil
}
