package host

import (
	"fmt"
	"math/rand"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"drawbridge/device"
)

var threadCounts = []int{1, 2, 3, 7, 16}

func open(t testing.TB, threads int) *Device {
	t.Helper()
	d, err := Open(threads, "test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

func allocate(t testing.TB, d *Device, n int) (device.Memory, []float64) {
	t.Helper()
	m, err := d.Allocate("memory", n)
	if err != nil {
		t.Fatal(err)
	}
	return m, unsafe.Slice((*float64)(pointer(m.Address())), n)
}

// stripe is boxes as a stripe of a padded array has them: the rest of a row, of a plane, planes, a part of a plane, of a
// row, of so many components; they fill their memory without a gap. padded is the extent of rows and planes.
func stripe(host uintptr, row, padded, components int) (boxes []device.Box, elements int) {
	parts := [][3]int{{row / 3, 1, 1}, {row, 5, 1}, {row, padded - 4, 9}, {row, 7, 1}, {row/2 + 1, 1, 1}}
	points := 0
	for _, e := range parts {
		points += e[0] * e[1] * e[2]
	}
	at, plane := 0, padded*(row+4)
	for i, e := range parts {
		boxes = append(boxes, device.Box{Bytes: 8, Extent: [4]int{e[0], e[1], e[2], components}, Host: host + 8*uintptr(2+12*i*plane),
			HostStride: [4]int{1, row + 4, plane, 60 * plane}, Offset: at, Stride: [4]int{1, e[0], e[0] * e[1], points}})
		at += e[0] * e[1] * e[2]
	}
	return boxes, points * components
}

// plain is the copy as it is meant.
func plain(memory, host []float64, base uintptr, boxes []device.Box, toHost bool) {
	for _, b := range boxes {
		first := int(b.Host-base) / 8
		for i := range b.Elements() {
			x, rest := i%b.Extent[0], i/b.Extent[0]
			y, rest := rest%b.Extent[1], rest/b.Extent[1]
			z, c := rest%b.Extent[2], rest/b.Extent[2]
			h := first + x*b.HostStride[0] + y*b.HostStride[1] + z*b.HostStride[2] + c*b.HostStride[3]
			m := b.Offset + x*b.Stride[0] + y*b.Stride[1] + z*b.Stride[2] + c*b.Stride[3]
			if toHost {
				host[h] = memory[m]
			} else {
				memory[m] = host[h]
			}
		}
	}
}

func same(t *testing.T, what string, got, want []float64) {
	t.Helper()
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("%s: element %d is %g, %g expected", what, i, got[i], want[i])
		}
	}
}

func random(r *rand.Rand, values []float64) {
	for i := range values {
		values[i] = r.Float64()
	}
}

// Small stripes are the caller's, large ones are shared; rows of 3 to 700 elements, so that chunks begin in every box; the
// largest, 5 MB, are stored past the caches where the processor has AVX-512.
func TestACopyOfManyBoxesCopiesEveryElementOnce(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for _, threads := range threadCounts {
		d := open(t, threads)
		for _, row := range []int{3, 40, 120, 700} {
			for _, components := range []int{1, 6} {
				_, host := allocate(t, d, 60*components*21*(row+4))
				base := uintptr(unsafe.Pointer(&host[0]))
				boxes, n := stripe(base, row, 21, components)
				m, memory := allocate(t, d, n+1)
				what := fmt.Sprintf("%d threads, rows of %d, %d components", threads, row, components)
				random(r, host)
				want := make([]float64, n+1)
				plain(want, host, base, boxes, false)
				if err := d.CopyIn(m, boxes); err != nil {
					t.Fatal(err)
				}
				same(t, what+", in", memory, want)
				random(r, memory)
				wantHost := append([]float64(nil), host...)
				plain(memory, wantHost, base, boxes, true)
				if err := d.CopyOut(m, boxes); err != nil {
					t.Fatal(err)
				}
				same(t, what+", out", host, wantHost)
			}
		}
	}
}

// Fortran may put 8 bytes at any 4, as in a COMMON after an integer. 9 MB: stored past the caches where that is done.
func TestAnArrayBetweenTheElementsIsCopied(t *testing.T) {
	const n, rows = 1200, 1000
	d := open(t, 3)
	_, host := allocate(t, d, rows*(n+1)+1)
	box := device.Box{Bytes: 8, Extent: [4]int{n, rows, 1, 1}, Host: uintptr(unsafe.Pointer(&host[0])) + 4, HostStride: [4]int{1, n + 1, 1, 1}, Stride: [4]int{1, n, 1, 1}}
	m, memory := allocate(t, d, n*rows)
	random(rand.New(rand.NewSource(3)), memory)
	want := append([]float64(nil), memory...)
	if err := d.CopyOut(m, []device.Box{box}); err != nil {
		t.Fatal(err)
	}
	clear(memory)
	if err := d.CopyIn(m, []device.Box{box}); err != nil {
		t.Fatal(err)
	}
	same(t, "out and in", memory, want)
}

// What Until has waited for is there while later copies are still under way.
func TestCopiesThatWereBegunAreDoneInTheirOrder(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for _, threads := range threadCounts {
		d := open(t, threads)
		_, host := allocate(t, d, 60*21*124)
		base := uintptr(unsafe.Pointer(&host[0]))
		boxes, n := stripe(base, 120, 21, 1)
		var copies []Copy
		var memories [][]float64
		for i := range 9 {
			m, memory := allocate(t, d, n)
			memories = append(memories, memory)
			if i == 4 {
				copies = append(copies, Copy{m, boxes[:0]}) // nothing to do
				continue
			}
			copies = append(copies, Copy{m, boxes})
		}
		want, nothing := make([]float64, n), make([]float64, n)
		for range 20 {
			random(r, host)
			plain(want, host, base, boxes, false)
			if err := d.Begin(copies, false); err != nil {
				t.Fatal(err)
			}
			for i, memory := range memories[:7] {
				d.Until(i)
				if i == 4 {
					same(t, "nothing", memory, nothing)
					continue
				}
				same(t, fmt.Sprintf("%d threads, copy %d", threads, i), memory, want)
			}
			d.End()
			same(t, "the last", memories[8], want)
		}
	}
}

func TestAttentiveThreadsDoTheSame(t *testing.T) {
	for _, threads := range threadCounts {
		d := open(t, threads)
		_, host := allocate(t, d, 60*21*124)
		boxes, n := stripe(uintptr(unsafe.Pointer(&host[0])), 120, 21, 1)
		m, memory := allocate(t, d, n)
		want := make([]float64, n)
		for k := range 300 {
			d.Attend(k%3 > 0)
			for i := range host {
				host[i] = float64(i + k)
			}
			plain(want, host, uintptr(unsafe.Pointer(&host[0])), boxes, false)
			if err := d.CopyIn(m, boxes); err != nil {
				t.Fatal(err)
			}
			same(t, fmt.Sprintf("%d threads, copy %d", threads, k), memory, want)
			if k%50 == 0 {
				time.Sleep(3 * time.Millisecond) // longer than they stay awake
			}
		}
		d.Attend(false)
	}
}

func TestAttentiveThreadsSleepWhenNothingComes(t *testing.T) {
	processor := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			t.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	d := open(t, 8)
	d.Attend(true)
	defer d.Attend(false)
	before := processor()
	time.Sleep(400 * time.Millisecond)
	if used := processor() - before; used > 200*time.Millisecond {
		t.Errorf("threads that wait used the processor for %v in 400 ms", used)
	}
}

// What a copy of all cores takes where the threads sleep before it, and where they do not: the difference is the wake.
func BenchmarkCopy(b *testing.B) {
	for _, threads := range []int{1, BoundCores()} {
		for _, kilobytes := range []int{64, 128, 256, 512, 1024, 4096, 16384} {
			for name, pause := range map[string]time.Duration{"awake": 0, "asleep": 2 * time.Millisecond} {
				b.Run(fmt.Sprintf("%dthreads/%dKB/%s", threads, kilobytes, name), func(b *testing.B) { benchmarkCopy(b, threads, kilobytes, pause) })
			}
		}
	}
}

func benchmarkCopy(b *testing.B, threads, kilobytes int, pause time.Duration) {
	d := open(b, threads)
	const row = 128 // 1 KB
	rows := kilobytes
	_, host := allocate(b, d, rows*(row+10))
	m, _ := allocate(b, d, rows*row)
	box := device.Box{Bytes: 8, Extent: [4]int{row, rows, 1, 1}, Host: uintptr(unsafe.Pointer(&host[5])), HostStride: [4]int{1, row + 10, 1, 1}, Stride: [4]int{1, row, 1, 1}}
	d.CopyIn(m, []device.Box{box})
	took := time.Duration(0)
	for range b.N {
		time.Sleep(pause)
		began := time.Now()
		d.CopyIn(m, []device.Box{box})
		took += time.Since(began)
	}
	b.ReportMetric(1e-3*float64(took.Nanoseconds())/float64(b.N), "us/copy")
}

// Arrays whose elements of the same number lie in the same cache sets drive each other out.
func TestArraysBeginAtDifferentLines(t *testing.T) {
	const page, line, n = 4096, 64, 70000
	d := open(t, 1)
	seen := map[uintptr]bool{}
	for range page / line {
		m, values := allocate(t, d, n)
		begin := m.Address() % page
		if begin%line != 0 || seen[begin] {
			t.Errorf("an array begins at byte %d of a page; a line at which no other one begins is expected", begin)
		}
		seen[begin] = true
		for i := range values {
			if values[i] != 0 {
				t.Fatalf("element %d is %g, 0 expected", i, values[i])
			}
			values[i] = 1
		}
	}
}
