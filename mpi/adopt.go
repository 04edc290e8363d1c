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
	"slices"
	"time"
	"unsafe"

	"github.com/emer/empi/mpi"

	"drawbridge/status"
)

// Guards about empi. Without the build tag mpi it is a dummy whose calls do nothing: its Comm is empty
// then, and this constant does not fit, so the build fails. It has no way to adopt a communicator: ours is
// put into its first field (typed). It checks no lengths and logs errors on its own: exchange.go checks,
// init silences. Its Init, Finalize, Abort and NewComm are never called.
var handle C.MPI_Comm

const _ = uint(unsafe.Sizeof(mpi.Comm{})) - uint(2*unsafe.Sizeof(handle))

func init() { mpi.LogErrors = false }

// Library names the MPI that this build calls.
func Library() string { return C.GoString(C.mpi_family()) }

type ranks struct {
	c          *C.struct_communicator
	typed      *mpi.Comm // the same communicator, with empi's typed calls
	rank, size int
	node       []int     // the ranks of this node, in their order
	room       []float64 // memory of C in which values travel
	closes     bool      // Close was called
	lost       error     // why no collective call is possible any more
}

// Adopt makes a communicator of ours from the Fortran handle of the host's; collective over it.
func Adopt(handle int, patience time.Duration) (Ranks, error) {
	var text [C.text_size]C.char
	var c *C.struct_communicator
	if handle != int(int32(handle)) {
		return nil, status.Errorf(status.Argument, "comm = %d is not a Fortran handle of a communicator", handle)
	}
	if answer := C.communicator_adopt(C.int(handle), C.double(patience.Seconds()), &c, &text[0]); answer != C.answer_ok {
		return nil, status.Errorf(code(answer), "%s", C.GoString(&text[0]))
	}
	r := &ranks{c: c, typed: &mpi.Comm{}, rank: int(c.rank), size: int(c.size)}
	*(*C.MPI_Comm)(unsafe.Pointer(r.typed)) = c.all
	if r.typed.Rank() != r.rank || r.typed.Size() != r.size {
		return nil, status.Errorf(status.Internal, "the typed calls see rank %d of %d, MPI says %d of %d", r.typed.Rank(), r.typed.Size(), r.rank, r.size)
	}
	records, err := r.Share("initialize", []byte(Machine()))
	if err != nil {
		return nil, err
	}
	for rank, m := range records {
		if string(m) == string(records[r.rank]) {
			r.node = append(r.node, rank)
		}
	}
	return r, nil
}

// Place is where this rank is in the Cartesian communicator behind a Fortran handle: ranks along each axis, which axes wrap, its
// coordinates, from 0. Not collective.
func Place(handle, axes int) (dims, at [3]int, periodic [3]bool, err error) {
	var text [C.text_size]C.char
	var c C.struct_cartesian
	if handle != int(int32(handle)) {
		return dims, at, periodic, status.Errorf(status.Argument, "comm = %d is not a Fortran handle of a communicator", handle)
	}
	if answer := C.communicator_cartesian(C.int(handle), C.int(axes), &c, &text[0]); answer != C.answer_ok {
		return dims, at, periodic, status.Errorf(code(answer), "%s", C.GoString(&text[0]))
	}
	dims, at = [3]int{1, 1, 1}, [3]int{}
	for i := range axes {
		dims[i], at[i], periodic[i] = int(c.dims[i]), int(c.at[i]), c.periodic[i] != 0
	}
	return dims, at, periodic, nil
}

func code(answer C.int) status.Code {
	switch answer {
	case C.answer_state, C.answer_late, C.answer_left, C.answer_differs, C.answer_apart:
		return status.Order
	case C.answer_argument:
		return status.Argument
	}
	return status.Device
}

func (r *ranks) Rank() int              { return r.rank }
func (r *ranks) Size() int              { return r.size }
func (r *ranks) Node() (rank, size int) { return slices.Index(r.node, r.rank), len(r.node) }
func (r *ranks) Spin()                  { C.communicator_spins(r.c) }
func (r *ranks) Handle() int            { return int(r.c.handle) }

// Covers tells whether the communicator behind a Fortran handle has the same ranks.
func (r *ranks) Covers(handle int) bool {
	return r.Alive() == nil && C.communicator_covers(r.c, C.int(handle)) != 0
}

// Alive says whether MPI is still up and every rank came so far.
func (r *ranks) Alive() error {
	var text [C.text_size]C.char
	if r.lost == nil && C.mpi_usable(&text[0]) != C.answer_ok {
		return status.Errorf(status.Order, "%s", C.GoString(&text[0]))
	}
	return r.lost
}

// Heard tells whether another rank has given up.
func (r *ranks) Heard() error {
	if err := r.Alive(); err != nil || C.communicator_heard(r.c) == 0 {
		return err
	}
	var text [C.text_size]C.char
	return r.judge(C.answer_left, &text)
}

// DeviceAware asks the host's MPI whether it takes messages in the memory of a device.
func DeviceAware() Awareness {
	switch C.mpi_device_aware() {
	case 0:
		return Unaware
	case 1:
		return Aware
	}
	return NotAsked
}

// judge turns the answer of a call into an error. After one that failed this rank makes no other call
// here, and tells the others, so that none of them waits for it.
func (r *ranks) judge(answer C.int, text *[C.text_size]C.char) error {
	switch answer {
	case C.answer_ok:
		return nil
	case C.answer_left:
		r.lost = r.goodbye()
	default:
		r.lost = status.Errorf(code(answer), "%s", C.GoString(&text[0]))
	}
	if answer != C.answer_differs && !r.closes { // all ranks see those; and nothing is sent where others may have closed
		C.communicator_abandon(r.c)
	}
	return r.lost
}

// goodbye is what a rank said that gave up.
func (r *ranks) goodbye() error {
	if words := C.GoString(&r.c.heard.words[0]); words != "" {
		return status.Errorf(status.Order, "%s", words)
	}
	return status.Errorf(status.Order, "rank %d waited for a late rank longer than its patience of %g s (DRAWBRIDGE_PATIENCE), or failed, and continued alone", r.c.left, math.Abs(float64(r.c.heard.patience))/1000)
}

// number stands for a call among the ranks.
func number(what string) C.int64_t {
	h := fnv.New64a()
	h.Write([]byte(what))
	return C.int64_t(h.Sum64() & math.MaxInt64)
}

// Close gives the communicator back, where MPI is still up and all ranks are here.
func (r *ranks) Close() error {
	r.closes = true
	if r.c != nil {
		r.c.closes = 1
	}
	if _, err := r.least("close", "finalize", 1, 0); err != nil {
		return err
	}
	C.communicator_free(r.c)
	r.c, r.typed = nil, nil
	r.release()
	r.lost = status.Errorf(status.Order, "the communicator was given back")
	return nil
}
