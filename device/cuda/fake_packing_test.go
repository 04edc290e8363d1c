package cuda

import (
	"math"
	"testing"
	"unsafe"

	"drawbridge/device"
)

// Copies that are put off are packed at Start, whatever lies between them; arrays may change after it.
func TestAStripeOfManyViewsIsPackedAtStart(t *testing.T) {
	for _, lazy := range []string{"0", "1"} {
		plant(t, "LAZY", lazy)
		d := open(t)
		pinned, back := ramp(700, -5)
		if err := d.Pin(uintptr(unsafe.Pointer(&pinned[0])), 8*700); err != nil {
			t.Fatal(err)
		}
		queues, err := d.Queues()
		if err != nil {
			t.Fatal(err)
		}
		defer d.Rest()
		for run := range 6 {
			q := queues[run%len(queues)]
			var memories []device.Memory
			var ins, outs [][]float64
			for i := range 9 {
				in, out := ramp(700, 1000*run+i)
				if i == 4 {
					in, out = pinned, back // goes without packing, between others that do not
				}
				memories, ins, outs = append(memories, allocate(t, q, "view", 700)), append(ins, in), append(outs, out)
				if err := q.CopyIn(memories[i], line(in)); err != nil {
					t.Fatal(err)
				}
			}
			if err := q.Start(); err != nil {
				t.Fatal(err)
			}
			want := make([][]float64, len(ins))
			for i, in := range ins {
				want[i] = append([]float64(nil), in...)
				for k := range in {
					if i != 4 {
						in[k] = math.NaN()
					}
				}
			}
			for i, m := range memories {
				if err := q.CopyOut(m, line(outs[i])); err != nil {
					t.Fatal(err)
				}
			}
			done, err := q.Finish()
			if err != nil || len(done) != 18 {
				t.Fatalf("%d pieces are told of, %v", len(done), err)
			}
			for i := range memories {
				same(t, outs[i], want[i])
				if packs := done[i].Packing > 0 && done[9+i].Packing > 0; packs != (i != 4) {
					t.Errorf("view %d: packing %g in, %g out", i, done[i].Packing, done[9+i].Packing)
				}
			}
		}
	}
}

func same(t *testing.T, got, want []float64) {
	t.Helper()
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("element %d is %g, %g expected", i, got[i], want[i])
		}
	}
}

// A memory that is written again while its copy out is put off goes out as it was.
func TestACopyOutComesBeforeTheNextCopyIn(t *testing.T) {
	for _, lazy := range []string{"0", "1"} {
		plant(t, "LAZY", lazy)
		d := open(t)
		queues, err := d.Queues()
		if err != nil {
			t.Fatal(err)
		}
		q, m := queues[0], allocate(t, d, "view", 500)
		first, out := ramp(500, 10)
		second, again := ramp(500, 7000)
		for _, step := range []error{q.CopyIn(m, line(first)), q.CopyOut(m, line(out)), q.CopyIn(m, line(second)), q.CopyOut(m, line(again))} {
			if step != nil {
				t.Fatal(step)
			}
		}
		if _, err := q.Finish(); err != nil {
			t.Fatal(err)
		}
		same(t, out, first)
		same(t, again, second)
	}
}
