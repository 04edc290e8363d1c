package cuda

import (
	"testing"

	"drawbridge/device"
)

// adds is a text of a stencil: d(i) = u(i) + number 0.
var adds = device.Program{Name: "add", Symbol: "stencil", Set: sweeps,
	Variants: []device.Variant{{Name: "only", Unit: `#include "sweep.h"
#include "asynchronous.h"
extern "C" __global__ void __launch_bounds__(64) stencil(const __grid_constant__ sweep s) {
    for (long i = threadIdx.x; i < s.extent[0]; i += 64) ((double *)s.field[1])[i] = ((double *)s.field[0])[i] + s.number[0];
    __syncthreads();
}`}}}

// A recording starts nothing while it is made; each start does all of it in its order, with the numbers that the sweeps have at Renew.
func TestRecordings(t *testing.T) {
	for _, lazy := range []string{"0", "1"} {
		plant(t, "LAZY", lazy)
		d := open(t)
		const n = 40
		u, v := field(t, d, n), field(t, d, n)
		numbers := []float64{1}
		add := device.Sweep{Program: adds, Fields: []device.Array{{Memory: u, Bytes: 8, Row: n}, {Memory: v, Bytes: 8, Row: n, Output: true}},
			Extent: [3]int{n, 1, 1}, Blocks: [3]int{1, 1, 1}, Threads: 64, Number: numbers}
		r, err := d.Record(func() error {
			if err := d.Sweep(add); err != nil {
				return err
			}
			return d.CopyMemory(u, v, 8*n)
		})
		if err != nil {
			t.Fatal(err)
		}
		if r.Launches() != 2 {
			t.Errorf("%d launches, 2 expected", r.Launches())
		}
		expect := func(want float64) {
			t.Helper()
			b, back := plane(n, 1, func(int) float64 { return -1 })
			if err := d.CopyOut(u, back); err != nil || b[0] != want || b[n/2] != want {
				t.Fatalf("%v and %v, expected %v; %v", b[0], b[n/2], want, err)
			}
		}
		expect(0)
		for range 3 {
			if err := r.Start(); err != nil {
				t.Fatal(err)
			}
		}
		expect(3)
		numbers[0] = 10
		if err := r.Start(); err != nil {
			t.Fatal(err)
		}
		expect(4) // as recorded
		if err := r.Renew(); err != nil {
			t.Fatal(err)
		}
		if err := r.Start(); err != nil {
			t.Fatal(err)
		}
		expect(14)
		r.Close()
		r.Close()
		if _, err := d.Record(d.Finish); err == nil {
			t.Error("a recording that waits was made")
		}
		if err := d.Sweep(add); err != nil { // and is over
			t.Fatal(err)
		}
		expect(14)
	}
}

// What fails while a recording is made, started or renewed is told, and takes nothing with it.
func TestRecordingsThatFail(t *testing.T) {
	for _, call := range []string{"cuGraphCreate", "cuGraphAddKernelNode", "cuGraphAddMemcpyNode", "cuGraphInstantiateWithFlags"} {
		d := open(t)
		u, v := field(t, d, 64), field(t, d, 64)
		plant(t, "FAIL", call+":1")
		_, err := d.Record(func() error {
			if err := d.Sweep(device.Sweep{Program: adds, Fields: []device.Array{{Memory: u, Bytes: 8}, {Memory: v, Bytes: 8}}, Extent: [3]int{8, 1, 1}, Blocks: [3]int{1, 1, 1}, Threads: 64}); err != nil {
				return err
			}
			return d.CopyMemory(u, v, 64)
		})
		if err == nil || len(d.recordings) != 0 || d.recording != nil {
			t.Errorf("%s: %v, %d recordings", call, err, len(d.recordings))
		}
		plant(t, "FAIL", "")
	}
}
