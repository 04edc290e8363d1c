package gpu

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/device"
	"drawbridge/status"
)

func TestTheCacheTrustsOnlyWholeFiles(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "made", "on demand")
	const set = "digest"
	e := cacheEntry(folder, "kernel", []string{"12040", "unit"}, set)
	if _, ok := e.read(); ok {
		t.Fatal("an entry that was never written is read")
	}
	if err := e.write([]byte("a cubin")); err != nil {
		t.Fatal(err)
	}
	if data, ok := e.read(); !ok || !bytes.Equal(data, []byte("a cubin")) {
		t.Fatalf("got %q, %v", data, ok)
	}
	whole, err := os.ReadFile(e.path)
	if err != nil {
		t.Fatal(err)
	}
	for name, damaged := range map[string][]byte{"cut": whole[:len(whole)-1], "empty": {}, "foreign": []byte("something of another program, long enough"),
		"one bit": append(append([]byte{}, whole[:len(whole)-1]...), whole[len(whole)-1]^1)} {
		if err := os.WriteFile(e.path, damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, ok := e.read(); ok {
			t.Errorf("%s: a damaged entry is trusted", name)
		}
	}
	if err := os.WriteFile(e.path, whole, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, other := range map[string]entry{"unit": cacheEntry(folder, "kernel", []string{"12040", "another unit"}, set),
		"choice": {strings.TrimSuffix(e.path, suffix) + choiceSuffix}} {
		if err := os.WriteFile(other.path, whole, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, ok := other.read(); ok {
			t.Errorf("%s: a whole entry under the name of another is trusted", name)
		}
	}
	if _, ok := e.read(); !ok {
		t.Error("the entry under its own name is not trusted")
	}
	if left, _ := filepath.Glob(filepath.Join(folder, ".part-*")); len(left) > 0 {
		t.Errorf("temporary files stay: %v", left)
	}
}

func TestEverythingThatMakesAKernelNamesItsEntry(t *testing.T) {
	base := cacheEntry("f", "k", []string{"12040", "unit"}, "text")
	for what, other := range map[string]entry{
		"compiler": cacheEntry("f", "k", []string{"12050", "unit"}, "text"),
		"unit":     cacheEntry("f", "k", []string{"12040", "unit 2"}, "text"),
		"set":      cacheEntry("f", "k", []string{"12040", "unit"}, "texts"),
		"shifted":  cacheEntry("f", "k", []string{"1204", "0unit"}, "text"),
	} {
		if other.path == base.path {
			t.Errorf("another %s gives the same entry", what)
		}
	}
	defer func(own string) { processor = own }(processor)
	processor = "another"
	if cacheEntry("f", "k", []string{"12040", "unit"}, "text").path == base.path {
		t.Error("a host of another processor takes the same entry")
	}
	if cacheEntry("", "k", nil, "").path != "" {
		t.Error("a cache that is off has an entry")
	}
}

func TestACacheThatCannotBeWrittenIsNoFailure(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	e := cacheEntry(file, "k", nil, "") // a file where a folder should be
	if e.write([]byte("x")) == nil {
		t.Error("nothing is said of a cache that cannot be written")
	}
	if _, ok := e.read(); ok {
		t.Error("something was read")
	}
}

func TestWhatBoxesCover(t *testing.T) {
	left := []device.Box{
		{Bytes: 8, Extent: [4]int{3, 1, 1, 2}, Offset: 0, Stride: [4]int{1, 5, 25, 1000}},
		{Bytes: 8, Extent: [4]int{5, 4, 1, 2}, Offset: 3, Stride: [4]int{1, 5, 25, 1000}},
	}
	if s := cover(left); s != (span{0, 23, 2, 1000}) {
		t.Errorf("components apart: %+v", s)
	}
	right := []device.Box{{Bytes: 8, Extent: [4]int{7, 1, 1, 3}, Offset: 0, Stride: [4]int{3, 21, 21, 1}}}
	if s := cover(right); s != (span{0, 21, 1, 21}) {
		t.Errorf("components between each other: %+v", s)
	}
}

// The context stays for the next Open, with nothing of ours in it; one that is lost is made anew.
func TestTheContextIsKeptEmpty(t *testing.T) {
	if !fresh(t) {
		return
	}
	opened := func() (retained int) {
		t.Helper()
		trace := filepath.Join(t.TempDir(), "calls")
		plant(t, "TRACE", trace)
		d, err := Open(word, 0, options(t))
		if err != nil {
			t.Fatal(err)
		}
		m := allocate(t, d, "forgotten", 1000)
		d.Release(allocate(t, d, "released", 1000))
		in, out := ramp(1000, 0)
		if _, err := double(d, m, allocate(t, d, "another", 1000), in, out); err != nil {
			t.Fatal(err)
		}
		d.Close()
		calls := traced(t, trace)
		if calls["cuMemAlloc_v2"] != calls["cuMemFree_v2"] || calls["cuMemHostAlloc"] != calls["cuMemFreeHost"] || calls["cuModuleLoadData"] != calls["cuModuleUnload"] {
			t.Errorf("left behind: %v", calls)
		}
		return calls["cuDevicePrimaryCtxRetain"]
	}
	if a, b := opened(), opened(); word != "hip" && (a != 2 || b != 1) {
		t.Errorf("the context was asked for %d and %d times, 2 and 1 expected", a, b)
	}
	d, err := Open(word, 0, options(t))
	if err != nil {
		t.Fatal(err)
	}
	plant(t, "FAIL", "cuStreamSynchronize:719")
	d.Close()
	os.Unsetenv("FAKE_CUDA_FAIL")
	if n := opened(); word != "hip" && n != 2 {
		t.Errorf("after a loss the context was asked for %d times, 2 expected", n)
	}
}

// Kernels need instructions of sm_80: an older GPU is refused, and nothing of it is kept.
func TestAnOldGPUIsRefused(t *testing.T) {
	trace := filepath.Join(t.TempDir(), "trace")
	for _, c := range []struct{ name, value, said string }{{"CUDA_ARCH", "75", "is sm_75, the kernels need sm_80 or later"}, {"HIP_ARCH", "gfx803", "is gfx803, the kernels need gfx90a, gfx942 or gfx1100"},
		{"CUDA_FAIL", "cuStreamCreate:2", "OUT_OF_MEMORY"}} {
		if strings.HasSuffix(c.name, "_ARCH") && !strings.HasPrefix(c.name, strings.ToUpper(word)) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			if !fresh(t, "FAKE_"+c.name+"="+c.value, "FAKE_CUDA_TRACE="+trace+c.name) {
				return
			}
			_, err := Open(word, 0, options(t))
			refused(t, err, status.CodeOf(err), c.said)
			calls := traced(t, os.Getenv("FAKE_CUDA_TRACE"))
			if n := calls["cuDevicePrimaryCtxRetain"]; word != "hip" && n != 2 || calls["cuDevicePrimaryCtxRelease_v2"] != n {
				t.Errorf("the context was taken %d times and given back %d times", n, calls["cuDevicePrimaryCtxRelease_v2"])
			}
		})
	}
}

// architecture is that of the fake GPU.
func architecture() string {
	if word == "hip" {
		return cmp.Or(os.Getenv("FAKE_HIP_ARCH"), "gfx90a")
	}
	return "sm_90"
}

// What is compiled where there is no GPU is what a launch looks for where there is one.
func TestTheCacheIsWarmedWithoutAGPU(t *testing.T) {
	if !fresh(t, "FAKE_CUDA_FAIL=cuInit:100") {
		return
	}
	o := options(t)
	o.Cache = filepath.Join(t.TempDir(), "cache")
	c, err := NewCompiler(architecture(), o)
	if err != nil {
		t.Fatal(err)
	}
	for turn := range 2 {
		if _, err := c.Launch(twice, nil, nil, device.Line(100)); err != nil {
			t.Fatal(err)
		}
		if compiled, found := c.Counts(); compiled != 1 || found != turn {
			t.Errorf("turn %d: %d compiled, %d found", turn, compiled, found)
		}
	}
	for _, name := range []string{"90", "sm_37", "sm_75", "sm_x", "compute_90", "gfx803", "gfx"} {
		_, err := NewCompiler(name, o)
		refused(t, err, status.Argument, name, "sm_90")
	}
	os.Unsetenv("FAKE_CUDA_FAIL")
	plant(t, "NVRTC", "fail") // from here on nothing compiles
	d, err := Open(word, 0, o)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	out, flagged := run(t, d, twice, 100)
	judgeTwice(t, out, flagged)
	if _, err := c.Launch(device.Program{Name: "other", Symbol: "other", Set: twice.Set, Variants: []device.Variant{{Name: "left", Unit: "// none"}}}, nil, nil, device.Line(1)); err == nil {
		t.Error("a text that does not compile is no error")
	}
}

// Ranks that look for the same variants at the same time compile each once.
func TestCompilersOfOneFolderShareTheWork(t *testing.T) {
	o := options(t)
	o.Cache, o.Tune = filepath.Join(t.TempDir(), "cache"), true
	p := twoVariants()
	p.Variants = p.Variants[:2]
	counts := make(chan int)
	for range 4 {
		go func() {
			c, err := NewCompiler(architecture(), o)
			if err == nil {
				_, err = c.Launch(p, nil, nil, device.Line(leastMeasured))
			}
			if err != nil {
				t.Error(err)
				counts <- 0
				return
			}
			compiled, _ := c.Counts()
			counts <- compiled
		}()
	}
	if sum := <-counts + <-counts + <-counts + <-counts; sum != 2 {
		t.Errorf("%d variants compiled, 2 expected", sum)
	}
}
