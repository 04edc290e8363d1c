package snapshot

import (
	"runtime"
	"unsafe"

	"drawbridge/views"
)

// slabCells is the most cells that travel at once: 8 MiB.
var slabCells = 1 << 20

// gather brings all boxes to rank 0, slab by slab, which puts them where the field was laid. A rank that cannot write
// still sends or takes every slab; the first failure is told at the end. The answer `later` is how many slabs rank 0
// takes after the last one of this rank: so long the others may be at work.
func (t *Together) gather(offset int64, parts []views.HostArray) (later int, failure error) {
	keep := func(err error) {
		if failure == nil {
			failure = err
		}
	}
	rank := t.ranks.Rank()
	buffer, err := t.ranks.Room(t.largestSlab())
	if err != nil {
		return 0, err
	}
	for i, box := range t.boxes {
		from := t.owners[i]
		cut := slabs(box, slabCells)
		if rank != 0 && rank != from {
			later += len(cut)
			continue
		}
		var source views.HostArray
		if rank == from {
			source, parts = parts[0], parts[1:]
		}
		for _, s := range cut {
			n := cellsOf(s)
			if rank == from {
				pack(buffer[:n], source, box, s)
			}
			switch {
			case rank != 0:
				if err := t.ranks.Send(0, 1+later, n); err != nil {
					return 0, err
				}
				later = 0
				continue
			case from != 0:
				if err := t.ranks.Receive(from, n); err != nil {
					return 0, err
				}
			}
			if failure == nil {
				keep(t.putSlab(offset, s, buffer[:n]))
			}
		}
	}
	return later, failure
}

func cellsOf(box [6]int) int {
	return (box[1] - box[0] + 1) * (box[3] - box[2] + 1) * (box[5] - box[4] + 1)
}

// largestSlab is how many cells travel at once: a row is never cut, and may be longer than a slab.
func (t *Together) largestSlab() int {
	most := 0
	for _, box := range t.boxes {
		most = max(most, min(cellsOf(box), max(slabCells, box[1]-box[0]+1)))
	}
	return most
}

// putSlab writes a packed slab to its place in the file.
func (t *Together) putSlab(offset int64, s [6]int, values []float64) error {
	extent := [3]int{s[1] - s[0] + 1, s[3] - s[2] + 1, s[5] - s[4] + 1}
	a := views.HostArray{Address: uintptr(unsafe.Pointer(&values[0])), Shape: [4]int{extent[0], extent[1], extent[2], 1},
		Interior: [6]int{1, extent[0], 1, extent[1], 1, extent[2]}, Var: 1, Width: 1}
	err := place(t.temporary, offset, t.grid.Cells, [3]int{s[0], s[2], s[4]}, a)
	runtime.KeepAlive(values)
	return err
}

// slabs cuts a box into parts of at most `most` cells: planes in z, else rows in y, never in x.
func slabs(box [6]int, most int) [][6]int {
	row := box[1] - box[0] + 1
	rows := max(1, most/row)
	planes := max(1, rows/(box[3]-box[2]+1))
	rows = min(rows, box[3]-box[2]+1)
	var list [][6]int
	for z := box[4]; z <= box[5]; z += planes {
		for y := box[2]; y <= box[3]; y += rows {
			list = append(list, [6]int{box[0], box[1], y, min(y+rows-1, box[3]), z, min(z+planes-1, box[5])})
		}
	}
	return list
}

// pack copies slab s of a rank's box out of its array, x fastest.
func pack(into []float64, a views.HostArray, box, s [6]int) {
	row := s[1] - s[0] + 1
	at := 0
	for z := s[4]; z <= s[5]; z++ {
		for y := s[2]; y <= s[3]; y++ {
			inArray := [3]int{a.Interior[0] - 1, a.Interior[2] - 1 + y - box[2], a.Interior[4] - 1 + z - box[4]}
			element := ((a.Var-1)*a.Shape[2]+inArray[2])*a.Shape[1] + inArray[1]
			copy(into[at:at+row], unsafe.Slice((*float64)(pointer(a.Address+uintptr(8*(element*a.Shape[0]+inArray[0])))), row))
			at += row
		}
	}
}

// pointer turns an address of the host into a pointer; such memory is not Go's.
func pointer(address uintptr) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Pointer(&address))
}
