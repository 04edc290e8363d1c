package stencils

import (
	"errors"

	"drawbridge/status"
	"drawbridge/views"
)

// solveOnBlocks solves where ranks have several blocks: on a box for each rank, to which the cells travel, and from which the solution
// travels back. So it has the bits of one block for each rank.
func (s *Stencils) solveOnBlocks(p Poisson, d *Division) (history []float64, err error) {
	boxes, put, remove, err := d.OneBox()
	if err != nil {
		return nil, status.Wrap(err, "poisson: %v", err)
	}
	defer remove()
	one := p
	one.U, one.F = "blocks:u", "blocks:f" // names of no level
	u, err := s.moveTo(one.U, p.U, 1, d, boxes, put)
	f := journey{}
	if err == nil {
		defer s.forget(one.U)
		f, err = s.moveTo(one.F, p.F, 0, d, boxes, put)
		if err == nil {
			defer s.forget(one.F)
		}
	}
	if err = d.Agree("poisson", err); err != nil { // all ranks have memory for them, or none solves
		return nil, err
	}
	if err = first(s.travel(d, u.blocks, u.box), s.travel(d, f.blocks, f.box)); err == nil {
		history, err = s.Solve(one)
	}
	if err == nil || errors.As(err, new(verdict)) {
		if lost := s.travel(d, u.box, u.blocks); lost != nil {
			err = lost
		}
		for _, pieces := range u.blocks {
			for _, p := range pieces {
				p.field.InteriorChanges()
			}
		}
	}
	return history, err
}

// journey is the cells of a field on blocks and on a box of this rank: for each rank, the pieces that it has the other side of.
type journey struct{ blocks, box [][]piece }

// piece is some cells of a field, counted from its first.
type piece struct {
	field *views.Field
	box   views.Box
}

// moveTo makes a field on this rank's box, and finds the pieces of it that the blocks of each rank have.
func (s *Stencils) moveTo(name, from string, halo int, d *Division, boxes []views.Box, put func(name string) error) (j journey, err error) {
	blocks, err := s.fields.OnBlocks(from)
	if err != nil {
		return j, err
	}
	mine, dims := boxes[d.Rank], blocks[0].Dims
	place := []int{mine.At[0] + 1, mine.At[1] + 1, mine.At[2] + 1}
	if err = s.fields.CreateAt(name, mine.Extent[:dims], place[:dims], halo, blocks[0].Precision(), 1); err != nil {
		return j, err
	}
	defer func() {
		if err != nil {
			s.forget(name)
		}
	}()
	if err = put(name); err != nil {
		return j, err
	}
	whole, err := s.fields.Find(name)
	j = journey{make([][]piece, len(boxes)), make([][]piece, len(boxes))}
	number := 0
	for block, b := range d.Boxes {
		owner := d.Owner[block]
		if both := sharedBox(b, mine); both.Points() > 0 {
			j.box[owner] = append(j.box[owner], piece{whole, within(both, mine)})
		}
		if owner != d.Rank {
			continue
		}
		for rank, box := range boxes {
			if both := sharedBox(b, box); both.Points() > 0 {
				j.blocks[rank] = append(j.blocks[rank], piece{blocks[number], within(both, b)})
			}
		}
		number++
	}
	return j, err
}

// forget destroys a field, where it was made.
func (s *Stencils) forget(name string) { _ = s.fields.Destroy(name) }

// sharedBox is what two boxes have in common; without points: nothing.
func sharedBox(a, b views.Box) (c views.Box) {
	for i := range 3 {
		c.At[i] = max(a.At[i], b.At[i])
		c.Extent[i] = max(0, min(a.At[i]+a.Extent[i], b.At[i]+b.Extent[i])-c.At[i])
	}
	return c
}

// within is a box of the grid as one of a field that lies on another box.
func within(b, of views.Box) views.Box {
	for i := range 3 {
		b.At[i] -= of.At[i]
	}
	return b
}

// travel brings cells from some pieces of each rank to others. Where it fails, the other ranks are told.
func (s *Stencils) travel(d *Division, from, to [][]piece) (err error) {
	defer func() {
		if err != nil {
			d.Abandon()
			err = status.Wrap(err, "poisson: %v", err)
		}
	}()
	if err := s.device.Finish(); err != nil {
		return err
	}
	send, lengths := make([][]byte, len(from)), make([]int, len(to))
	for rank, list := range from {
		send[rank] = make([]byte, bytesOf(list))
		if err := s.copyPieces(list, send[rank], true); err != nil {
			return err
		}
		lengths[rank] = bytesOf(to[rank])
	}
	got, err := d.Trade(send, lengths)
	if err != nil {
		return err
	}
	for rank, list := range to {
		if err := s.copyPieces(list, got[rank], false); err != nil {
			return err
		}
	}
	return nil
}

func bytesOf(list []piece) (n int) {
	for _, p := range list {
		n += p.box.Points() * p.field.Bytes
	}
	return n
}

// copyPieces copies pieces to bytes that follow each other, or from them.
func (s *Stencils) copyPieces(list []piece, bytes []byte, toHost bool) error {
	for _, p := range list {
		n := p.box.Points() * p.field.Bytes
		if err := s.copyBytes(p.field, p.box, bytes[:n], toHost); err != nil {
			return err
		}
		bytes = bytes[n:]
	}
	return nil
}
