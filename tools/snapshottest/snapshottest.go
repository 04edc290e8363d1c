// Package snapshottest writes small snapshots from Go slices, for the tests of the packages that read
// them. The library and the command never import it.
package snapshottest

import (
	"runtime"
	"unsafe"

	"drawbridge/snapshot"
	"drawbridge/views"
)

// Field is one field of cells, x fastest.
type Field struct {
	Name, Unit string
	Values     []float64
}

// Save writes a snapshot without a halo.
func Save(path string, g snapshot.Grid, fields []Field, options ...snapshot.Option) error {
	return SaveBlocks(path, g, fields, nil, options...)
}

// SaveBlocks keeps a decomposition, too; nil keeps none.
func SaveBlocks(path string, g snapshot.Grid, fields []Field, blocks [][6]int, options ...snapshot.Option) error {
	return SaveOwned(path, g, fields, blocks, nil, options...)
}

// SaveOwned keeps which rank owns which block.
func SaveOwned(path string, g snapshot.Grid, fields []Field, blocks [][6]int, owners []int, options ...snapshot.Option) error {
	w, err := snapshot.Create(path, g, options...)
	if err != nil {
		return err
	}
	defer w.Abandon()
	for _, f := range fields {
		a := views.HostArray{Address: uintptr(unsafe.Pointer(&f.Values[0])), Var: 1, Width: 1,
			Shape:    [4]int{g.Cells[0], g.Cells[1], g.Cells[2], 1},
			Interior: [6]int{1, g.Cells[0], 1, g.Cells[1], 1, g.Cells[2]}}
		if err := w.Field(f.Name, f.Unit, a); err != nil {
			return err
		}
		runtime.KeepAlive(f.Values)
	}
	if blocks != nil {
		if err := w.Blocks(blocks, owners...); err != nil {
			return err
		}
	}
	return w.Close()
}
