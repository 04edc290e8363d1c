package stencils

import (
	"fmt"
	"math/rand"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"drawbridge/device"
	kernels "drawbridge/kernels/stencils/set"
	"drawbridge/views"
)

// tokens is a device that compiles, and knows of every memory which halo it holds: a number that is new at each write.
type tokens struct {
	paper
	last int
}

type cell struct {
	sheet
	halo int
}

func (d *tokens) About() *device.About {
	return &device.About{Compiles: true, Threads: 1, Fields: d}
}
func (d *tokens) next() int { d.last++; return d.last }
func (d *tokens) AllocateField(string, int) (device.Memory, error) {
	return &cell{1, d.next()}, nil
}
func (d *tokens) CopyMemory(to, from device.Memory, _ int) error {
	to.(*cell).halo = from.(*cell).halo
	return nil
}
func (d *tokens) CopyIn(m device.Memory, boxes []device.Box) error {
	if boxes[0].Extent[0] > extent { // halo and all
		m.(*cell).halo = d.next()
	}
	return nil
}
func (d *tokens) Sweep(w device.Sweep) error {
	if w.Program.Name != "halo" && w.Program.Name != "fill" {
		return nil // interiors
	}
	to, from := w.Fields[0], w.Fields[1]
	if w.Program.Name == "halo" && int(w.Option[3]) == slices.Index(kinds, "given") && to.Name == from.Name { // to the second memory
		to.Memory.(*cell).halo = from.Memory.(*cell).halo
	} else {
		to.Memory.(*cell).halo = d.next()
	}
	return nil
}

const extent = 8

// However sweeps that exchange a field's memories, fills, uploads, copies and swaps follow each other, a field's halo is what was
// last written to it.
func TestSweepsKeepTheHalo(t *testing.T) {
	for seed := range int64(200) {
		r := rand.New(rand.NewSource(seed))
		d := &tokens{}
		s, err := New(d, kernels.ISAs()[0], "first", silent{})
		if err != nil {
			t.Fatal(err)
		}
		expected := map[string]int{}
		halo := func(name string) int {
			f, err := s.fields.Find(name)
			if err != nil {
				t.Fatal(err)
			}
			return f.Argument(false).Memory.(*cell).halo
		}
		for _, name := range []string{"u", "v", "f"} {
			if err := s.fields.Create(name, []int{extent, extent, extent}, 2, "double", 1); err != nil {
				t.Fatal(err)
			}
			expected[name] = halo(name)
		}
		array := make([]float64, 12*12*12)
		lent := views.HostArray{Address: uintptr(unsafe.Pointer(&array[0])), Shape: [4]int{12, 12, 12, 1}, Interior: [6]int{3, 10, 3, 10, 3, 10}, Var: 1}
		var done []string
		for range 30 {
			name := []string{"u", "v"}[r.Intn(2)]
			q := s.NewSequence("q")
			what := []string{"sweep", "sweep", "twice", "colours", "fill all", "fill one", "copy", "swap", "upload", "interior"}[r.Intn(10)]
			switch what {
			case "sweep", "twice":
				err = q.Apply("gauss_seidel", "f", name, []float64{1, 1, 1}, "variant=fused:64:32:2:256:u4")
			case "colours":
				err = q.Apply("gauss_seidel", "f", name, []float64{1, 1, 1}, "variant=point:64")
			case "fill all":
				err = q.Apply("fill", "", name, []float64{0}, "kind=mirror faces=all layers=2")
			case "fill one":
				err = q.Apply("fill", "f", name, nil, "kind=given faces=x-")
			case "copy":
				err = q.Apply("copy", "v", "u", nil, "")
			case "swap":
				err = q.Apply("swap", "", "u v", nil, "")
			case "upload", "interior":
				err = s.fields.Upload(name, lent, map[string]int{"upload": 1}[what])
			}
			times := 1
			if what == "twice" {
				times = 2
			}
			if err == nil {
				err = q.Run(times)
			}
			if err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			switch {
			case what == "copy":
				expected["u"] = expected["v"]
			case what == "swap":
				expected["u"], expected["v"] = expected["v"], expected["u"]
			case what == "upload" || what == "fill all" || what == "fill one":
				expected[name] = d.last
			}
			done = append(done, fmt.Sprint(what, " ", name))
			for _, name := range []string{"u", "v"} {
				if halo(name) != expected[name] {
					t.Fatalf("seed %d: the halo of %s is number %d, %d expected, after %s", seed, name, halo(name), expected[name], strings.Join(done, ", "))
				}
			}
		}
		runtime.KeepAlive(array)
	}
}
