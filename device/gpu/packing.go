package gpu

/*
#include "driver.h"
*/
import "C"

import (
	"time"

	"drawbridge/device"
	"drawbridge/device/host"
	"drawbridge/status"
)

// worthWaking is from how many bytes on threads are woken to unpack: one alone takes 40 us for them.
const worthWaking = 1 << 19

// packed is a copy between a host array and the device that goes through the stage, and is put off: to wake the threads
// costs as much as to pack half a megabyte. So what follows each other in a queue is packed as one task.
type packed struct {
	memory device.Memory
	span   span
	boxes  []device.Box // of the stage
	stage  staged
}

// putOff adds a copy to a list.
func (q *queue) putOff(list *[]packed, m device.Memory, boxes []device.Box) error {
	q.attend()
	s := cover(boxes)
	*list = append(*list, packed{memory: m, span: s, boxes: s.compact(boxes)})
	if q.index == 0 { // calls that wait
		return q.Start()
	}
	return nil
}

// Start starts what was put off. There are copies in or copies out, never both: who puts one off starts the others.
func (q *queue) Start() error {
	if err := q.startIn(); err != nil {
		return err
	}
	return q.startOut()
}

// startIn packs, and starts the copy of each as soon as it is packed.
func (q *queue) startIn() error {
	list, err := q.due(&q.in)
	if err != nil || len(list) == 0 {
		return err
	}
	began, first := time.Now(), len(q.work)
	if err := q.packer.Begin(q.copies(list), false); err != nil {
		return err
	}
	defer q.packer.End()
	for i, p := range list {
		q.packer.Until(i)
		if err := q.started("copy in", 0, []C.struct_transfer{p.transfer()}, list[i:i+1]); err != nil {
			return err
		}
	}
	perByte := time.Since(began).Seconds() / float64(sizeOf(list))
	for i, p := range list {
		q.work[first+i].packing = perByte * float64(size(p.boxes))
	}
	return nil
}

// startOut starts copies to the stage; Finish unpacks it.
func (q *queue) startOut() error {
	list, err := q.due(&q.out)
	if err != nil || len(list) == 0 {
		return err
	}
	var transfers []C.struct_transfer
	for _, p := range list {
		transfers = append(transfers, p.transfer())
	}
	first := len(q.work)
	if err := q.started("copy out", 1, transfers, list); err != nil {
		return err
	}
	for i, p := range list {
		q.work[first+i].from, q.work[first+i].boxes = p.stage, p.boxes
	}
	return nil
}

// due empties a list of copies that were put off and gives each its part of the stage.
func (q *queue) due(list *[]packed) ([]packed, error) {
	copies := *list
	*list = copies[:0]
	if len(copies) == 0 {
		return nil, nil
	}
	return copies, q.place(copies)
}

// place gives each its part of the stage.
func (q *queue) place(list []packed) error {
	total := 0
	for _, p := range list {
		total += wholeLines(p.span.size())
	}
	whole, err := q.room(total)
	if err != nil {
		return err
	}
	at := 0
	for i, p := range list {
		list[i].stage = whole.part(at, p.span.size())
		at += wholeLines(p.span.size())
	}
	return nil
}

func (p packed) transfer() C.struct_transfer { return p.span.transfer(p.memory, p.stage) }

// started starts transfers that make up the copies of a list.
func (q *queue) started(what string, toHost C.int, transfers []C.struct_transfer, list []packed) error {
	stream := C.int(C.stream_in)
	if toHost != 0 {
		stream = C.stream_out
	}
	p, err := q.begin(what, stream)
	if err != nil {
		return err
	}
	if err := q.transfer(what, toHost, transfers); err != nil {
		return err
	}
	for _, l := range list {
		q.end(p, size(l.boxes))
	}
	return nil
}

func (q *queue) copies(list []packed) []host.Copy {
	q.lists = q.lists[:0]
	for _, p := range list {
		q.lists = append(q.lists, host.Copy{Memory: p.stage, Boxes: p.boxes})
	}
	return q.lists
}

func sizeOf(list []packed) int {
	n := 0
	for _, p := range list {
		n += size(p.boxes)
	}
	return n
}

// unpack puts what was copied out into the host's arrays as one task, and tells of each piece meanwhile.
func (q *queue) unpack(done []device.Done) error {
	began, total := time.Now(), 0
	q.lists = q.lists[:0]
	for _, w := range q.work {
		if w.boxes != nil {
			q.lists = append(q.lists, host.Copy{Memory: w.from, Boxes: w.boxes})
			total += size(w.boxes)
		}
	}
	if total == 0 {
		return q.finished(done)
	}
	q.attend()
	if err := q.packer.Begin(q.lists, true); err != nil {
		_ = q.finished(done) // else the next launch would count these flags again
		return status.Wrap(err, "copy out: %v", err)
	}
	err := q.finished(done)
	q.packer.End()
	perByte := time.Since(began).Seconds() / float64(total)
	for i, w := range q.work {
		if w.boxes != nil {
			done[i].Packing = perByte * float64(size(w.boxes))
		}
	}
	return err
}

// attend keeps the threads awake while a run packs stripes.
func (q *queue) attend() {
	if q.index > 0 {
		q.packer.Attend(true)
	}
}

// Rest lets the threads sleep again.
func (d *Device) Rest() { d.packer.Attend(false) }
