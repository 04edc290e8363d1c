package gpu

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"unsafe"

	"drawbridge/device"
	"drawbridge/status"
)

func TestNoDriver(t *testing.T) {
	if fresh(t) {
		_, err := Open(word, 0, Options{Driver: t.TempDir(), Threads: 1})
		refused(t, err, status.NotAvailable, "libcuda.so.1", "DRAWBRIDGE_DRIVER")
		_, err = Open(word, 0, Options{Driver: filepath.Join(fakeFolder, "old"), Threads: 1})
		refused(t, err, status.NotAvailable, "driver is too old", "it has no ")
		_, err = Open(word, 0, options(t)) // and later all is well
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestNoNVRTC(t *testing.T) {
	if fresh(t, "CUDA_HOME=", "CUDA_PATH=", "ROCM_PATH=", "HIP_PATH=") {
		o := options(t)
		o.Toolkit = t.TempDir()
		o.HIPRTC = o.Toolkit
		_, err := Open(word, 0, o)
		refused(t, err, status.NotAvailable, "NVRTC", "DRAWBRIDGE_CUDA")
		o.Toolkit = filepath.Join(fakeFolder, "old")
		o.HIPRTC = o.Toolkit
		_, err = Open(word, 0, o)
		refused(t, err, status.NotAvailable, "NVRTC is too old", "nvrtcGetCUBIN")
	}
}

func TestNoDevice(t *testing.T) {
	if fresh(t, "FAKE_CUDA_FAIL=cuInit:100") {
		_, err := Open(word, 0, options(t))
		refused(t, err, status.NotAvailable, "cuInit", "CUDA_ERROR_NO_DEVICE")
		os.Unsetenv("FAKE_CUDA_FAIL")
		os.Setenv("FAKE_CUDA_DEVICES", "0")
		_, err = Open(word, 0, options(t))
		refused(t, err, status.NotAvailable, "no device", "CUDA_VISIBLE_DEVICES")
		os.Setenv("FAKE_CUDA_DEVICES", "2")
		_, err = Open(word+":2", 0, options(t))
		refused(t, err, status.NotAvailable, "GPU 2", "there are 2 (0 to 1)")
	}
}

// A path that names one vendor's driver says nothing of another vendor's.
func TestNoDeviceOfANamedDriver(t *testing.T) {
	if !fresh(t, "FAKE_CUDA_FAIL=cuInit:100") {
		return
	}
	file := filepath.Join(fakeFolder, ofVendor("libcuda.so.1"))
	folder := t.TempDir()
	if err := os.Symlink(file, filepath.Join(folder, filepath.Base(file))); err != nil {
		t.Fatal(err)
	}
	for _, driver := range []string{file, folder} {
		_, err := Open(Any, 0, Options{Driver: driver, Threads: 1})
		refused(t, err, status.NotAvailable, "CUDA_ERROR_NO_DEVICE")
		if !Absent(Any) {
			t.Errorf("%s: something is broken, expected no GPU", driver)
		}
	}
	if _, err := Open(Any, 0, Options{Driver: t.TempDir(), Threads: 1}); err == nil || Absent(Any) {
		t.Errorf("a path without a driver is no complaint: %v", err)
	}
}

// A GPU that was asked for is never replaced: whatever its number, the word names a GPU, and Open says what is wrong.
func TestNumbersOfGPUs(t *testing.T) {
	for number, want := range map[string]string{"+0": "'+0' is not the number", "-1": "'-1' is not the number", "": "'' is not the number", "x": "'x' is not the number",
		"65536": "GPU 65536 does not exist", "70000": "GPU 70000 does not exist", "99999999999999999999": "is not the number"} {
		_, err := Open(word+":"+number, 0, options(t))
		if err == nil || !strings.Contains(err.Error(), want) || !Is(word+":"+number) {
			t.Errorf("%s:%s: %v, expected %s; a GPU: %v", word, number, err, want, Is(word+":"+number))
		}
	}
	if Is("host") || Is("memcheck") || Is("") {
		t.Error("the host is a GPU")
	}
}

func TestADeviceThatDoesNotOpen(t *testing.T) {
	for _, call := range []string{"cuDeviceGet", "cuDeviceGetName", "cuDevicePrimaryCtxRetain", "cuStreamCreate:1:3", "cuMemAlloc_v2", "cuMemHostAlloc", "cuMemcpyAsync"} {
		if word == "hip" && call == "cuDevicePrimaryCtxRetain" { // it has no contexts
			continue
		}
		name, plan := call, call+":1"
		if call == "cuStreamCreate:1:3" {
			name, plan = "cuStreamCreate", call
		}
		os.Unsetenv("FAKE_CUDA_FAIL")
		plant(t, "FAIL", plan)
		if d, err := Open(word, 0, options(t)); err == nil {
			d.Close()
			t.Errorf("%s failed and the device opened", call)
		} else {
			refused(t, err, status.CodeOf(err), name, "GPU 0")
		}
	}
	os.Unsetenv("FAKE_CUDA_FAIL")
	open(t)
}

func TestADeviceThatIsFull(t *testing.T) {
	plant(t, "MEMORY", "1000000")
	d := open(t)
	a := allocate(t, d, "view T", 60000)
	_, err := d.Allocate("view Yi", 100000)
	refused(t, err, status.OutOfMemory, "view Yi", "0.0008 GB asked", "0.000515 GB of 0.001 GB free", "CUDA_ERROR_OUT_OF_MEMORY")
	b := allocate(t, d, "view P", 60000)
	in, out := ramp(1000, 0)
	if _, err := double(d, a, b, in, out); err != nil {
		t.Fatalf("the device is of no use after a refused allocation: %v", err)
	}
	isDouble(t, in, out)
}

func TestALaunchThatFails(t *testing.T) {
	d := open(t)
	a, b := allocate(t, d, "a", 1000), allocate(t, d, "b", 1000)
	in, out := ramp(1000, 0)
	if _, err := double(d, a, b, in, out); err != nil {
		t.Fatal(err)
	}
	plant(t, "FAIL", "cuLaunchKernel:1")
	_, err := double(d, a, b, in, out)
	refused(t, err, status.Device, "kernel twice", "cuLaunchKernel")
	os.Unsetenv("FAKE_CUDA_FAIL")
	if _, err := double(d, a, b, in, out); err != nil {
		t.Fatalf("after a launch that failed: %v", err)
	}
}

func TestAContextThatIsLost(t *testing.T) {
	for _, lazy := range []string{"0", "1"} {
		plant(t, "LAZY", lazy)
		d := open(t)
		a, b := allocate(t, d, "a", 100), allocate(t, d, "b", 100)
		in, out := ramp(100, 0)
		plant(t, "FAIL", "cuStreamSynchronize:719")
		_, err := double(d, a, b, in, out)
		refused(t, err, status.Device, "kernel twice", "CUDA_ERROR_LAUNCH_FAILED")
		_, err = d.Allocate("view P", 100000)
		refused(t, err, status.Device, "view P", "CUDA_ERROR_LAUNCH_FAILED") // not "out of memory"
		queues, err := d.Queues()
		refused(t, err, status.Device, "CUDA_ERROR_LAUNCH_FAILED")
		if len(queues) > 0 {
			t.Error("queues of a lost context")
		}
		if !math.IsNaN(out[0]) {
			t.Error("the host array was written")
		}
		d.Close() // and the host is alive
		os.Unsetenv("FAKE_CUDA_FAIL")
	}
}

func TestAKernelThatDoesNotCompile(t *testing.T) {
	d := open(t)
	a := allocate(t, d, "a", 100)
	broken := twice
	broken.Name = "broken"
	broken.Variants = []device.Variant{{Unit: "#include \"twice.h\"\nsyntax error\n", Launch: twice.Variants[0].Launch}}
	_, err := d.Launch(broken, []device.Array{{Memory: a, Bytes: 8, Point: 1}, {Memory: a, Bytes: 8, Point: 1}}, nil, device.Line(100))
	refused(t, err, status.Device, "kernel broken", "syntax")
}

func TestAnArrayThatIsNotWatchedIsPinnedAnew(t *testing.T) {
	d := open(t)
	small := make([]float64, 16) // no whole page of its own
	trace := filepath.Join(t.TempDir(), "calls")
	plant(t, "TRACE", trace)
	for range 2 {
		if err := d.Pin(uintptr(unsafe.Pointer(&small[0])), 8*int64(len(small))); err != nil {
			t.Fatal(err)
		}
	}
	if calls := traced(t, trace); calls["cuMemHostRegister_v2"] != 2 || calls["cuMemHostUnregister"] != 1 || len(d.registrations) != 1 {
		t.Errorf("%d registrations, %v", len(d.registrations), calls)
	}
}

// negative is twice's unit in another kernel set: output = -2 input.
var negative = device.Program{Name: twice.Name, Symbol: twice.Symbol, Variants: twice.Variants,
	Set: device.NewKernelSet("negative", fstest.MapFS{"twice.h": {Data: []byte(strings.ReplaceAll(string(twiceTexts["twice.h"].Data), "2 * l.data", "-2 * l.data"))}}, "")}

// Sets whose kernels have the same name and the same unit share no code, in memory and in the cache.
func TestKernelSetsShareNoCode(t *testing.T) {
	o := options(t)
	o.Cache = filepath.Join(t.TempDir(), "cache")
	for range 2 {
		d, err := Open(word, 0, o)
		if err != nil {
			t.Fatal(err)
		}
		out, flagged := run(t, d, twice, 100)
		judgeTwice(t, out, flagged)
		opposite, _ := run(t, d, negative, 100)
		for i, v := range opposite {
			if v != -out[i] {
				t.Fatalf("point %d: %g, expected %g", i, v, -out[i])
			}
		}
		d.Close()
	}
}

func TestACachedKernelOfAnotherNameIsCompiledAnew(t *testing.T) {
	o := options(t)
	o.Cache = filepath.Join(t.TempDir(), "cache")
	first, err := Open(word, 0, o)
	if err != nil {
		t.Fatal(err)
	}
	run(t, first, negative, 100)
	first.Close()
	foreign, _ := filepath.Glob(filepath.Join(o.Cache, "twice-*"))
	if len(foreign) != 1 {
		t.Fatalf("cache: %v", foreign)
	}
	d, err := Open(word, 0, o)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	e := d.entryOf(twice, twice.Variants[0])
	if err := os.Rename(foreign[0], e.path); err != nil {
		t.Fatal(err)
	}
	out, flagged := run(t, d, twice, 100)
	judgeTwice(t, out, flagged)
}

func TestACachedKernelThatDoesNotLoadIsCompiledAnew(t *testing.T) {
	d := open(t)
	in, out := ramp(100, 0)
	a, b := allocate(t, d, "a", 100), allocate(t, d, "b", 100)
	if _, err := double(d, a, b, in, out); err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(d.options.Cache, "twice-*"))
	if len(files) != 1 {
		t.Fatalf("cache: %v", files)
	}
	entry{files[0]}.write([]byte("whole by its digest, and no CUBIN"))
	again := open(t)
	a, b = allocate(t, again, "a", 100), allocate(t, again, "b", 100)
	if _, err := double(again, a, b, in, out); err != nil {
		t.Fatal(err)
	}
	isDouble(t, in, out)
}
