//go:build mpi

package mpi

import (
	"fmt"
	"math"

	"github.com/emer/empi/mpi"

	"drawbridge/status"
)

// Agree shares the number of the lowest rank that failed, its code and its sentence.
func (r *ranks) Agree(what string, err error) error {
	if meeting := r.meet(r.all, "agree "+what); meeting != nil {
		return first(err, meeting)
	}
	mine, lowest := []int{r.all.size}, []int{0}
	if err != nil {
		mine[0] = r.all.rank
	}
	if e := r.all.typed.AllReduceInt(mpi.OpMin, lowest, mine); e != nil {
		return first(err, r.broken("MPI_Allreduce", e))
	}
	if lowest[0] == r.all.size {
		return nil
	}
	theirs, e := r.tell(lowest[0], err)
	if err != nil || e != nil {
		return first(err, e)
	}
	return theirs
}

// tell sends the error of a rank to all.
func (r *ranks) tell(from int, err error) (error, error) {
	head := []int{0, 0} // code, length of the sentence
	text := []byte{}
	if r.all.rank == from {
		text = []byte(err.Error() + " ")
		head[0], head[1] = int(status.CodeOf(err)), len(text)
	}
	if e := r.all.typed.BcastInt(from, head); e != nil {
		return nil, r.broken("MPI_Bcast", e)
	}
	if head[1] < 1 || head[1] > maxRecord {
		return nil, r.broken("MPI_Bcast", fmt.Errorf("a sentence of %d bytes", head[1]))
	}
	if r.all.rank != from {
		text = make([]byte, head[1])
	}
	if e := r.all.typed.BcastU8(from, text); e != nil {
		return nil, r.broken("MPI_Bcast", e)
	}
	return status.Errorf(status.Code(head[0]), "rank %d: %s", from, text[:len(text)-1]), nil
}

// Share gives every rank all records.
func (r *ranks) Share(record []byte) ([][]byte, error) {
	return r.collect(r.all, "share", record, true)
}

// ShareNode gives every rank the records of its node.
func (r *ranks) ShareNode(record []byte) ([][]byte, error) {
	return r.collect(r.node, "share", record, true)
}

// Gather gives rank 0 all records.
func (r *ranks) Gather(record []byte) ([][]byte, error) {
	return r.collect(r.all, "gather", record, false)
}

// collect moves records of different lengths: the lengths first, then slots of the longest.
func (r *ranks) collect(g group, what string, record []byte, toAll bool) ([][]byte, error) {
	if err := r.meet(g, what); err != nil {
		return nil, err
	}
	lengths := make([]int, g.size)
	if err := g.typed.AllGatherInt(lengths, []int{len(record)}); err != nil {
		return nil, r.broken("MPI_Allgather", err)
	}
	slot := 1
	for rank, n := range lengths {
		if n < 0 || n > maxRecord {
			return nil, status.Errorf(status.Argument, "rank %d: a record of %d bytes, at most %d fit", rank, n, maxRecord)
		}
		slot = max(slot, n)
	}
	mine := make([]byte, slot)
	copy(mine, record)
	var tiles []byte
	if toAll || g.rank == 0 {
		tiles = make([]byte, slot*g.size)
	}
	if err := g.move(tiles, mine, toAll); err != nil {
		return nil, r.broken("MPI_Gather", err)
	}
	if tiles == nil {
		return nil, nil
	}
	records := make([][]byte, g.size)
	for rank, n := range lengths {
		records[rank] = tiles[rank*slot:][:n]
	}
	return records, nil
}

func (g group) move(tiles, mine []byte, toAll bool) error {
	if toAll {
		return g.typed.AllGatherU8(tiles, mine)
	}
	return g.typed.GatherU8(0, tiles, mine)
}

// Send waits until the values are on their way; the receiver is known to be there.
func (r *ranks) Send(to int, values []float64) error {
	if err := r.peer("send", to, len(values)); err != nil {
		return err
	}
	if err := r.all.typed.SendF64(to, tagValues, values); err != nil {
		return r.broken("MPI_Send", err)
	}
	return nil
}

// Receive fills the slice.
func (r *ranks) Receive(from int, into []float64) error {
	if err := r.peer("receive", from, len(into)); err != nil {
		return err
	}
	if err := r.all.typed.RecvF64(from, tagValues, into); err != nil {
		return r.broken("MPI_Recv", err)
	}
	return nil
}

// tagValues tells these messages from those of communicator.c.
const tagValues = 4712

// peer checks what empi does not.
func (r *ranks) peer(what string, rank, values int) error {
	if rank < 0 || rank >= r.all.size || rank == r.all.rank || values < 1 || values > math.MaxInt32 {
		return status.Errorf(status.Argument, "%s %d values, rank %d of %d, by rank %d", what, values, rank, r.all.size, r.all.rank)
	}
	return r.Alive()
}

// broken remembers that a collective call failed half way: no other may follow it.
func (r *ranks) broken(call string, err error) error {
	r.lost = status.Errorf(status.Device, "%s failed: %v", call, err)
	return r.lost
}

func first(errors ...error) error {
	for _, err := range errors {
		if err != nil {
			return err
		}
	}
	return nil
}
