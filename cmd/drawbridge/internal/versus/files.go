package versus

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"unsafe"

	"drawbridge/snapshot"
	"drawbridge/views"
)

// cells of one field: 32 MiB of doubles.
var cells = [3]int{256, 128, 128}

const fieldBytes = 256 * 128 * 128 * 8

// Pair is two snapshots of one state in a folder that Remove takes away again.
type Pair struct {
	Reference, New string
	Bytes          int64 // of each, fields alone
	folder         string
}

// MakePair writes two snapshots of about `bytes` each below folder: of equal contents, or with every
// element apart by 1e-12 of itself. Where ctx ends nothing is left.
func MakePair(ctx context.Context, folder string, bytes int64, differ bool) (*Pair, error) {
	work, err := os.MkdirTemp(folder, "drawbridge-bench-")
	if err != nil {
		return nil, err
	}
	fields := max(1, bytes/fieldBytes)
	p := &Pair{Reference: filepath.Join(work, "ref.h5"), New: filepath.Join(work, "new.h5"), Bytes: fields * fieldBytes, folder: work}
	factor := 1.0
	if differ {
		factor = 1 + 1e-12
	}
	for path, f := range map[string]float64{p.Reference: 1, p.New: factor} {
		if err := write(ctx, path, int(fields), f); err != nil {
			p.Remove()
			return nil, err
		}
	}
	return p, nil
}

// Remove takes the files away.
func (p *Pair) Remove() { _ = os.RemoveAll(p.folder) }

// write makes one snapshot. The fields are smooth waves: what a solver holds.
func write(ctx context.Context, path string, fields int, factor float64) error {
	w, err := snapshot.Create(path, snapshot.Grid{Cells: cells, Spacing: [3]float64{1, 1, 1}, Case: "bench"})
	if err != nil {
		return err
	}
	defer w.Abandon()
	data := make([]float64, fieldBytes/8)
	for n := range fields {
		if err := ctx.Err(); err != nil {
			return err
		}
		for i := range data {
			data[i] = factor * (2 + math.Sin(float64(i%4096)*1e-3+float64(n)) + 1e-3*float64(i%17))
		}
		source := views.HostArray{Address: uintptr(unsafe.Pointer(&data[0])), Shape: [4]int{cells[0], cells[1], cells[2], 1},
			Interior: [6]int{1, cells[0], 1, cells[1], 1, cells[2]}, Var: 1, Width: 1}
		if err := w.Field(fmt.Sprintf("field_%d", n), "1", source); err != nil {
			return err
		}
		runtime.KeepAlive(data)
	}
	return w.Close()
}
