// Package versus sets the comparison of two large files beside cat and h5diff on the same files, in
// the same run.
//
// Here lives making the files and timing programs. Never here: tables, flags, or the comparison.
package versus

import (
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"time"
	"unsafe"

	"drawbridge/snapshot"
	"drawbridge/views"
)

// Result is one case: seconds are medians of the rounds, and so are the ratios of each round.
type Result struct {
	Bench      string  `json:"bench"`
	Case       string  `json:"case"` // equal or differing
	FileMB     float64 `json:"file_mb"`
	Rounds     int     `json:"rounds"`
	Cat        float64 `json:"cat_seconds"`
	Compare    float64 `json:"compare_seconds"`
	H5diff     float64 `json:"h5diff_seconds,omitempty"` // 0 where there is no h5diff
	OfCat      float64 `json:"of_cat"`                   // rate of compare / rate of cat
	OverH5diff float64 `json:"over_h5diff,omitempty"`
	MemoryMB   float64 `json:"memory_mb"` // the most that compare held
}

// Measure runs cat, the command named and h5diff in turn on a pair, `rounds` times.
func Measure(ctx context.Context, command string, p *Pair, differ bool, rounds int) (Result, error) {
	r := Result{Bench: "compare", Case: "equal", FileMB: float64(p.Bytes) / 1e6, Rounds: rounds}
	compare, h5diff := []string{"compare", p.Reference, p.New, "-q"}, []string{p.Reference, p.New}
	if differ {
		r.Case = "differing"
		compare, h5diff = append(compare, "--rel", "1e-9"), append([]string{"-p", "1e-9"}, h5diff...)
	}
	_, missing := exec.LookPath("h5diff")
	if _, _, err := timed(ctx, "cat", p.Reference, p.New); err != nil { // into the page cache
		return r, err
	}
	var cat, ours, theirs, ofCat, over []float64
	for range rounds {
		c, _, err := timed(ctx, "cat", p.Reference, p.New)
		if err != nil {
			return r, err
		}
		d, memory, err := timed(ctx, command, compare...)
		if err != nil {
			return r, err
		}
		cat, ours, ofCat = append(cat, c), append(ours, d), append(ofCat, c/d)
		r.MemoryMB = max(r.MemoryMB, memory)
		if missing == nil {
			h, _, err := timed(ctx, "h5diff", h5diff...)
			if err != nil {
				return r, err
			}
			theirs, over = append(theirs, h), append(over, h/d)
		}
	}
	r.Cat, r.Compare, r.OfCat, r.H5diff, r.OverH5diff = median(cat), median(ours), median(ofCat), median(theirs), median(over)
	return r, nil
}

// timed runs a program and answers its seconds and the most memory it held, MB.
func timed(ctx context.Context, program string, arguments ...string) (seconds, memory float64, err error) {
	command := exec.CommandContext(ctx, program, arguments...)
	began := time.Now()
	if err := command.Start(); err != nil {
		return 0, 0, err
	}
	ended, held := make(chan error, 1), 0.0
	go func() { ended <- command.Wait() }()
	for {
		select {
		case err := <-ended:
			if err != nil {
				return 0, 0, fmt.Errorf("%s: %w", program, err)
			}
			return time.Since(began).Seconds(), held, nil
		case <-time.After(10 * time.Millisecond):
			held = max(held, mostHeld(command.Process.Pid))
		}
	}
}

var highWater = regexp.MustCompile(`VmHWM:\s+(\d+) kB`)

// mostHeld is what a running process held at most, MB. What wait answers counts its parent in.
func mostHeld(pid int) float64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if found := highWater.FindSubmatch(text); found != nil {
		kilobytes, _ := strconv.ParseFloat(string(found[1]), 64)
		return kilobytes * 1024 / 1e6
	}
	return 0
}

func median(list []float64) float64 {
	if len(list) == 0 {
		return 0
	}
	slices.Sort(list)
	return (list[(len(list)-1)/2] + list[len(list)/2]) / 2
}

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
