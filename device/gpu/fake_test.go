package gpu

// These tests run against a fake driver (testdata/fake) on host memory: they prove how errors, order and
// memory are handled, never that a GPU computes right.

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"unsafe"

	"drawbridge/device"
	"drawbridge/status"
	"drawbridge/tests/again"
)

var fakeFolder string

// word is the device whose fake driver the tests run on: cuda, or hip where DRAWBRIDGE_TEST_GPU says so (FAKE_HIP_ARCH: which).
var word = cmp.Or(os.Getenv("DRAWBRIDGE_TEST_GPU"), "cuda")

func TestMain(m *testing.M) {
	code := func() int {
		folder, err := os.MkdirTemp("", "drawbridge-fake-driver-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(folder)
		if out, err := exec.Command("sh", "testdata/fake/build.sh", folder).CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "the fake driver cannot be built: %v\n%s", err, out)
			return 1
		}
		fakeFolder = folder
		return m.Run()
	}()
	os.Exit(code)
}

// plant sets a variable of the fake driver for one test.
func plant(t *testing.T, name, value string) { t.Setenv("FAKE_CUDA_"+name, value) }

func options(t *testing.T) Options {
	return Options{Driver: fakeFolder, Toolkit: fakeFolder, HIPRTC: fakeFolder, Cache: filepath.Join(fakeFolder, "cache"), Threads: 2}
}

func open(t *testing.T) *Device {
	t.Helper()
	d, err := Open(word, 0, options(t))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(d.About().Description, "fake") {
		t.Fatalf("not the fake driver: %s", d.About().Description)
	}
	t.Cleanup(d.Close)
	return d
}

// twice is a kernel: output = 2 input, flagged where the input is negative.
var twice = device.Program{Name: "twice", Symbol: "launch_twice",
	Variants: []device.Variant{{Name: "left", Unit: "#include \"twice.h\"\n", Launch: device.Geometry{Threads: 256, Points: 256}}}, Set: device.NewKernelSet("twice", twiceTexts, "")}

var twiceTexts = fstest.MapFS{"twice.h": {Data: []byte(`
struct launch { double *data[32]; long point[32], row[32], plane[32], component[32]; const double *parameters; long n, extent[2]; unsigned long long *flags; };
extern "C" __global__ void launch_twice(const __grid_constant__ launch l) {
    const long t = (long)blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= l.n) return;
    l.data[1][t * l.point[1]] = 2 * l.data[0][t * l.point[0]];
    if (l.data[0][t * l.point[0]] < 0) atomicAdd(l.flags, 1ULL), atomicAdd(l.flags + 1 + 3, 1ULL); /* bit 3 */
}`)}}

// line describes values as one row.
func line(values []float64) []device.Box {
	return []device.Box{{Bytes: 8, Extent: [4]int{len(values), 1, 1, 1}, Host: uintptr(unsafe.Pointer(&values[0])), HostStride: [4]int{1, 1, 1, 1}, Stride: [4]int{1, 1, 1, 1}}}
}

func allocate(t *testing.T, d device.Device, name string, n int) device.Memory {
	t.Helper()
	m, err := d.Allocate(name, n)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// double runs in -> kernel -> out on a device or a queue.
func double(d device.Device, a, b device.Memory, in, out []float64) (int, error) {
	if err := d.CopyIn(a, line(in)); err != nil {
		return 0, err
	}
	flagged, err := d.Launch(twice, []device.Array{{Memory: a, Bytes: 8, Point: 1}, {Memory: b, Bytes: 8, Point: 1, Output: true}}, nil, device.Line(len(in)))
	if err != nil {
		return 0, err
	}
	return flagged, d.CopyOut(b, line(out))
}

func ramp(n, from int) (in, out []float64) {
	in, out = make([]float64, n), make([]float64, n)
	for i := range in {
		in[i], out[i] = float64(from+i), math.NaN()
	}
	return in, out
}

func isDouble(t *testing.T, in, out []float64) {
	t.Helper()
	for i := range in {
		if out[i] != 2*in[i] {
			t.Fatalf("element %d is %g, %g expected", i, out[i], 2*in[i])
		}
	}
}

func TestACallWaitsForItsWork(t *testing.T) {
	for _, lazy := range []string{"0", "1"} {
		plant(t, "LAZY", lazy)
		d := open(t)
		a, b := allocate(t, d, "a", 1000), allocate(t, d, "b", 1000)
		for run := range 3 {
			in, out := ramp(1000, 100*run-150)
			flagged, err := double(d, a, b, in, out)
			if want := max(0, 150-100*run); err != nil || flagged != want {
				t.Errorf("lazy %s: %d flagged, %d expected, %v", lazy, flagged, want, err)
			} else if c := d.Carried(); (c == nil) != (want == 0) || c != nil && (c.Flagged() != want || c.Carry(3) != want || c.Carry(2) != 0) {
				t.Errorf("lazy %s: %d flagged, bits %v", lazy, want, c)
			}
			isDouble(t, in, out)
		}
	}
}

func TestQueuesKeepTheirOrderAndOverlap(t *testing.T) {
	for _, lazy := range []string{"0", "1"} {
		plant(t, "LAZY", lazy)
		d := open(t)
		queues, err := d.Queues()
		if err != nil || len(queues) < 2 {
			t.Fatalf("%d queues, %v", len(queues), err)
		}
		var ins, outs [][]float64
		for i, q := range queues {
			in, out := ramp(500, 1000*i-3)
			if _, err := double(q, allocate(t, q, "a", 500), allocate(t, q, "b", 500), in, out); err != nil {
				t.Fatal(err)
			}
			ins, outs = append(ins, append([]float64(nil), in...)), append(outs, out)
			for k := range in {
				in[k] = math.NaN() // it was packed: the host may change it
			}
		}
		for i, q := range queues {
			done, err := q.Finish()
			if err != nil || len(done) != 3 || done[1].Flagged != max(0, 3-1000*i) {
				t.Fatalf("queue %d: %+v %v", i, done, err)
			}
			if c := done[1].Carried; (c == nil) != (done[1].Flagged == 0) || c != nil && c.Carry(3) != done[1].Flagged {
				t.Errorf("queue %d: %d flagged, bits %v", i, done[1].Flagged, c)
			}
			isDouble(t, ins[i], outs[i])
		}
	}
}

func TestNothingIsAllocatedPerCall(t *testing.T) {
	d := open(t)
	a, b := allocate(t, d, "a", 1000), allocate(t, d, "b", 1000)
	in, out := ramp(1000, 0)
	step := func() {
		t.Helper()
		if _, err := double(d, a, b, in, out); err != nil {
			t.Fatal(err)
		}
		queues, _ := d.Queues()
		for _, q := range queues {
			if _, err := double(q, a, b, in, out); err != nil {
				t.Fatal(err)
			}
			if _, err := q.Finish(); err != nil {
				t.Fatal(err)
			}
		}
	}
	step()
	trace := filepath.Join(t.TempDir(), "calls")
	plant(t, "TRACE", trace)
	for range 10 {
		step()
	}
	calls := traced(t, trace)
	for _, name := range []string{"cuMemAlloc_v2", "cuMemFree_v2", "cuMemHostAlloc", "cuMemFreeHost", "cuEventCreate", "cuStreamCreate", "cuModuleLoadData", "cuMemHostRegister_v2"} {
		if calls[name] > 0 {
			t.Errorf("%d calls of %s in ten steps", calls[name], name)
		}
	}
	if calls["cuLaunchKernel"] != 10*(1+len(d.queues)-1) {
		t.Errorf("%d launches", calls["cuLaunchKernel"])
	}
}

func traced(t *testing.T, file string) map[string]int {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	calls := map[string]int{}
	for _, name := range strings.Fields(string(text)) {
		calls[name]++
	}
	return calls
}

func TestReleasedMemoryIsUsedAgain(t *testing.T) {
	if word == "hip" {
		t.Skip("HIP has no context to release: what devices that other tests lost had stays taken")
	}
	d := open(t)
	m := allocate(t, d, "first", 777)
	d.Release(m)
	trace := filepath.Join(t.TempDir(), "calls")
	plant(t, "TRACE", trace)
	d.Release(allocate(t, d, "second", 777))
	if _, err := os.Stat(trace); err == nil {
		t.Errorf("the driver was called: %v", traced(t, trace))
	}
	plant(t, "MEMORY", "12000") // the pool is given back where the device is full
	allocate(t, d, "third", 400)
}

// fresh runs a test in a process of its own, where no driver was opened yet.
func fresh(t *testing.T, environment ...string) bool {
	t.Helper()
	if os.Getenv("DRAWBRIDGE_TEST_FRESH") != "" {
		return true
	}
	c := again.Command("-test.run=^"+t.Name()+"$", "-test.v")
	c.Env = append(os.Environ(), append(environment, "DRAWBRIDGE_TEST_FRESH=1")...)
	if out, err := c.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS") {
		t.Fatalf("%v\n%s", err, out)
	}
	return false
}

// refused checks an error's code and that its text names the words.
func refused(t *testing.T, err error, code status.Code, words ...string) {
	t.Helper()
	if status.CodeOf(err) != code {
		t.Fatalf("code %v, %v expected: %v", status.CodeOf(err), code, err)
	}
	for _, w := range words {
		if w = ofVendor(w); !strings.Contains(err.Error(), w) {
			t.Errorf("'%s' is missing in: %v", w, err)
		}
	}
}

// ofVendor gives NVIDIA's word in that of the vendor whose fake runs; its calls have the prefix of HIP's.
func ofVendor(w string) string {
	if word == "cuda" {
		return w
	}
	if own, ok := map[string]string{"cuMemAlloc_v2": "hipMalloc", "cuLaunchKernel": "hipModuleLaunchKernel", "cuMemHostAlloc": "hipHostMalloc", "libcuda.so.1": "libamdhip64.so.6",
		"CUDA_VISIBLE_DEVICES": "HIP_VISIBLE_DEVICES", "NVRTC": "hipRTC", "NVRTC is too old": "hipRTC is too old", "nvrtcGetCUBIN": "hiprtcGetCode", "DRAWBRIDGE_CUDA": "DRAWBRIDGE_HIPRTC"}[w]; ok {
		return own
	}
	if rest, ok := strings.CutPrefix(w, "cu"); ok {
		return "hip" + strings.TrimSuffix(rest, "_v2")
	}
	return w
}

func TestCeilingsLeaveNothingBehind(t *testing.T) {
	d := open(t)
	trace := filepath.Join(t.TempDir(), "calls")
	plant(t, "TRACE", trace)
	plant(t, "MEMORY", "1000000000")
	plant(t, "PAGEABLE", "1")
	c, err := d.Ceilings()
	if err != nil || !(c.In > 0 && c.Out > 0 && c.InBoth > 0 && c.OutBoth > 0 && c.Memory > 0) {
		t.Fatalf("%+v %v", c, err)
	}
	calls := traced(t, trace) // one of the large pieces was refused
	if calls["cuMemAlloc_v2"] != calls["cuMemFree_v2"]+1 || calls["cuMemHostAlloc"] != calls["cuMemFreeHost"] {
		t.Errorf("%v", calls)
	}
	plant(t, "MEMORY", "100000000")
	if _, err := d.Ceilings(); status.CodeOf(err) != status.OutOfMemory {
		t.Errorf("a full device: %v", err)
	}
}
