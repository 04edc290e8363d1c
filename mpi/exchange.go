//go:build mpi

package mpi

/*
#include <stdlib.h>
#include "communicator.h"
*/
import "C"

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"drawbridge/status"
)

// Memory that MPI reads or writes while a call is not finished is C's: Go's may move, and a rank that gives
// up leaves it to MPI for good.

// meeting is what a rank brings to a meeting, and then what all bring. of says what it is of.
type meeting struct {
	numbers C.struct_meeting
	of      C.int64_t
	same    bool // on all ranks
}

// valueAt is the place of the value among the least numbers.
const valueAt = 4

// enters says which call this rank makes, for its own messages and those of ranks that make another one.
func (r *ranks) enters(what string) {
	room := unsafe.Slice((*byte)(unsafe.Pointer(&r.c.call[0])), C.call_size)
	n := copy(room[:C.call_size-1], strings.ReplaceAll(what, "\n", " "))
	room[n] = 0
}

// meet lets all ranks meet. This is the one place that compares the calls of all ranks: what is the call in words and, on further lines, what
// it is of and a remark that is not compared. Ranks in different calls cannot go on.
func (r *ranks) meet(kind, what string, turns int, m *meeting) error {
	if err := r.Alive(); err != nil {
		return err
	}
	r.enters(what)
	lines := append(strings.SplitN(what, "\n", 3), "")
	var text [C.text_size]C.char
	var same C.int
	answer := C.communicator_meet(r.c, number(kind+" "+lines[0]), number(lines[1]), C.int(turns), &m.numbers, &same, &text[0])
	if m.same = same != 0; answer == C.answer_differs {
		r.lost = r.differ(what)
		return r.lost
	}
	return r.judge(answer, &text)
}

// differ says which call each rank makes; all make this call.
func (r *ranks) differ(what string) error {
	what = strings.ReplaceAll(what, "\n", " ")
	calls, err := r.Share("call", []byte(what[:min(len(what), C.call_size)]))
	if err != nil {
		return err
	}
	var texts []string
	for first, call := range calls {
		if slices.ContainsFunc(calls[:first], func(c []byte) bool { return string(c) == string(call) }) {
			continue
		}
		var who []string
		for rank, c := range calls {
			if string(c) == string(call) {
				who = append(who, strconv.Itoa(rank))
			}
		}
		word := "rank "
		if len(who) > 1 {
			word = "ranks "
		}
		if len(who) > mostNamed {
			who = append(who[:mostNamed], "others")
		}
		if texts = append(texts, word+strings.Join(who, ", ")+": "+string(call)); len(texts) == mostNamed {
			break
		}
	}
	return status.Errorf(status.Order, "the ranks make different calls: %s. Each rank must make the same calls in the same order, and the lists of all ranks must be the same", strings.Join(texts, "; "))
}

// mostNamed is how many ranks and calls a message names.
const mostNamed = 8

// least lets all ranks meet before a call, and gives each the least of what they bring.
func (r *ranks) least(kind, what string, turns int, mine int64) (int64, error) {
	var m meeting
	m.numbers.least[valueAt] = C.int64_t(mine)
	err := r.meet(kind, what, turns, &m)
	return int64(m.numbers.least[valueAt]), err
}

// Agree shares the number of the lowest rank that failed, its code and its sentence.
func (r *ranks) Agree(what string, err error) error { return r.AgreeAfter(1, what, err) }

// AgreeAfter is Agree where others may be at work for some turns before they come.
func (r *ranks) AgreeAfter(turns int, what string, err error) error {
	return r.agree(turns, "agree", what, &meeting{}, err)
}

func (r *ranks) agree(turns int, kind, what string, m *meeting, err error) error {
	mine, sentence := int64(r.size)<<32, []byte(nil)
	if err != nil {
		sentence = binary.LittleEndian.AppendUint32(nil, uint32(status.CodeOf(err)))
		sentence = append(sentence, err.Error()...)
		sentence = sentence[:min(len(sentence), maxSentence)]
		mine = int64(r.rank)<<32 | int64(len(sentence))
	}
	m.numbers.least[valueAt] = C.int64_t(mine)
	if alone := r.meet(kind, what, turns, m); alone != nil {
		return first(err, alone)
	}
	least := int64(m.numbers.least[valueAt])
	from, length := int(least>>32), int(least&math.MaxUint32)
	switch {
	case from == r.size && m.same:
		return nil
	case from == r.size:
		return r.differ(what)
	}
	theirs, e := r.tell(from, length, sentence)
	return first(err, e, theirs)
}

// Join adds up numbers of all ranks, and finds the greatest of others, in one meeting.
func (r *ranks) Join(what string, sums, greatest []int64, failure error) error {
	if len(sums) > MostSums || len(greatest) > MostGreatest {
		return status.Errorf(status.Internal, "%d sums and %d other numbers of all ranks, at most %d and %d expected", len(sums), len(greatest), MostSums, MostGreatest)
	}
	var m meeting
	for i, n := range sums {
		m.numbers.sums[i] = C.int64_t(n)
	}
	for i, n := range greatest {
		m.numbers.greatest[i] = C.uint64_t(n)
	}
	if err := r.agree(1, "join", what, &m, failure); err != nil {
		return err
	}
	for i := range sums {
		sums[i] = int64(m.numbers.sums[i])
	}
	for i := range greatest {
		greatest[i] = int64(m.numbers.greatest[i])
	}
	return nil
}

// These do not compile where the numbers of a meeting are not those of communicator.h.
var (
	_ = [1]struct{}{}[MostSums-C.most_sums]
	_ = [1]struct{}{}[MostGreatest-C.most_greatest]
)

// tell sends the error of a rank to all.
func (r *ranks) tell(from, length int, sentence []byte) (theirs, err error) {
	memory, bytes, err := r.borrow(length)
	if err != nil {
		return nil, err
	}
	if r.rank == from {
		copy(bytes, sentence)
	}
	var text [C.text_size]C.char
	if err := r.judge(C.communicator_spread(r.c, C.int(from), memory, C.int(length), &text[0]), &text); err != nil {
		return nil, err
	}
	theirs = status.Errorf(status.Code(binary.LittleEndian.Uint32(bytes)), "rank %d: %s", from, bytes[4:])
	C.free(memory)
	return theirs, nil
}

// Decide makes every rank go on, or none: a rank that has met the others waits for their second word
// without a limit, and ends only with an error where another one gave up before.
func (r *ranks) Decide(what string) error {
	if _, err := r.least("decide", what, 1, 0); err != nil {
		return err
	}
	_, err := r.least("decided", what, 0, 0)
	return err
}

// Share gives every rank all records.
func (r *ranks) Share(what string, record []byte) ([][]byte, error) {
	return r.collect("share", what, record, true)
}

// ShareNode gives every rank the records of its node.
func (r *ranks) ShareNode(what string, record []byte) ([][]byte, error) {
	all, err := r.Share(what, record)
	if err != nil {
		return nil, err
	}
	records := make([][]byte, len(r.node))
	for i, rank := range r.node {
		records[i] = all[rank]
	}
	return records, nil
}

// Gather gives rank 0 all records.
func (r *ranks) Gather(what string, record []byte) ([][]byte, error) {
	return r.collect("gather", what, record, false)
}

// head is the length of a record, before it in its slot.
const head = 4

// collect moves records of different lengths, in slots of the longest.
func (r *ranks) collect(kind, what string, record []byte, toAll bool) ([][]byte, error) {
	least, err := r.least(kind, what, 1, -int64(len(record)))
	if err != nil {
		return nil, err
	}
	if -least > maxRecord {
		return nil, status.Errorf(status.Argument, "a rank has a record of %d bytes, at most %d fit", -least, maxRecord)
	}
	slot := head + int(-least)
	mine, bytes, err := r.borrow(slot)
	if err != nil {
		return nil, err
	}
	binary.LittleEndian.PutUint32(bytes, uint32(len(record)))
	copy(bytes[head:], record)
	var tiles unsafe.Pointer
	var all []byte
	if toAll || r.rank == 0 {
		if tiles, all, err = r.borrow(slot * r.size); err != nil {
			return nil, err
		}
	}
	var text [C.text_size]C.char
	if err := r.judge(C.communicator_collect(r.c, mine, C.int(slot), tiles, truth(toAll), &text[0]), &text); err != nil {
		return nil, err
	}
	defer C.free(mine)
	if tiles == nil {
		return nil, nil
	}
	defer C.free(tiles)
	records := make([][]byte, r.size)
	for rank := range records {
		one := all[rank*slot:][:slot]
		n := binary.LittleEndian.Uint32(one)
		if int(n) > slot-head {
			return nil, status.Errorf(status.Internal, "rank %d sent a record of %d bytes in a slot of %d", rank, n, slot-head)
		}
		records[rank] = append([]byte(nil), one[head:head+n]...)
	}
	return records, nil
}

func truth(yes bool) C.int {
	if yes {
		return 1
	}
	return 0
}

// borrow takes memory of C; where there is none, the other ranks are told, since they go on.
func (r *ranks) borrow(bytes int) (unsafe.Pointer, []byte, error) {
	memory := C.calloc(1, C.size_t(max(1, bytes)))
	if memory == nil {
		r.lost = status.Errorf(status.OutOfMemory, "no memory for %d bytes of the ranks", bytes)
		C.communicator_abandon(r.c)
		return nil, nil, r.lost
	}
	return memory, unsafe.Slice((*byte)(memory), bytes), nil
}

// Room is memory in which values travel, for n of them at least.
func (r *ranks) Room(n int) ([]float64, error) {
	if err := r.Alive(); err != nil {
		return nil, err
	}
	if n > len(r.room) {
		r.release()
		memory, _, err := r.borrow(8 * n)
		if err != nil {
			return nil, err
		}
		r.room = unsafe.Slice((*float64)(memory), n)
	}
	return r.room, nil
}

// release gives the room back, unless a call that was given up may still use it.
func (r *ranks) release() {
	if r.room != nil && r.lost == nil {
		C.free(unsafe.Pointer(&r.room[0]))
	}
	r.room = nil
}

// Send waits until the first n values of the room are with the receiver.
func (r *ranks) Send(to, turns, n int) error {
	if err := r.peer("send", to, n, len(r.room)); err != nil {
		return err
	}
	var text [C.text_size]C.char
	return r.judge(C.communicator_send(r.c, C.int(to), C.int(turns), (*C.double)(&r.room[0]), C.int(n), &text[0]), &text)
}

// Receive fills the first n values of the room.
func (r *ranks) Receive(from, n int) error {
	if err := r.peer("receive", from, n, len(r.room)); err != nil {
		return err
	}
	var text [C.text_size]C.char
	return r.judge(C.communicator_receive(r.c, C.int(from), (*C.double)(&r.room[0]), C.int(n), &text[0]), &text)
}

// Swap begins all messages and waits for them.
func (r *ranks) Swap(what string, messages []Message) error {
	if len(messages) > C.most_messages {
		return status.Errorf(status.Argument, "swap: %d messages, at most %d expected", len(messages), C.most_messages)
	}
	list := make([]C.struct_message, len(messages)+1) // one at least has an address
	for i, m := range messages {
		room := len(r.room)
		if m.Address != 0 {
			room = m.Count
		}
		if err := r.peer("swap", m.Peer, m.Count, room); err != nil {
			return err
		}
		values := (*C.double)(*(*unsafe.Pointer)(unsafe.Pointer(&m.Address))) // an address of a device is no pointer to Go
		if m.Address == 0 {
			if m.From < 0 || m.From > len(r.room)-m.Count {
				return status.Errorf(status.Argument, "swap: values %d to %d of a room of %d", m.From, m.From+m.Count, len(r.room))
			}
			values = (*C.double)(&r.room[m.From])
		}
		list[i] = C.struct_message{values: values, count: C.int(m.Count), peer: C.int(m.Peer), way: C.int(m.Way), sends: truth(m.Sends)}
	}
	r.enters(what)
	var text [C.text_size]C.char
	return r.judge(C.communicator_swap(r.c, &list[0], C.int(len(messages)), &text[0]), &text)
}

// Abandon is for a rank that failed elsewhere: nobody need wait for it here.
func (r *ranks) Abandon() {
	var text [C.text_size]C.char
	if r.c == nil || r.closes || C.mpi_usable(&text[0]) != C.answer_ok {
		return
	}
	if r.lost == nil {
		r.lost = status.Errorf(status.Order, "a list that exchanges halos failed on this rank before")
	}
	C.communicator_abandon(r.c) // once
}

// peer checks what MPI would make an error of, or a write past the end.
func (r *ranks) peer(what string, rank, values, room int) error {
	if rank < 0 || rank >= r.size || rank == r.rank || values < 1 || values > min(room, math.MaxInt32) {
		return status.Errorf(status.Argument, "%s %d values, room for %d, rank %d of %d, by rank %d", what, values, room, rank, r.size, r.rank)
	}
	return r.Alive()
}

func first(errors ...error) error {
	for _, err := range errors {
		if err != nil {
			return err
		}
	}
	return nil
}
