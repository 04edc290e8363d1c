package gpu

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/device"
	"drawbridge/status"
)

// twoVariants is the kernel of fake_test.go in two texts that say the same, and one that does not compile.
func twoVariants() device.Program {
	p := twice
	first := p.Variants[0]
	p.Variants = []device.Variant{first, {Name: "other", Unit: "#define OTHER\n" + first.Unit, Launch: first.Launch}, {Name: "broken", Unit: "syntax error\n", Launch: first.Launch}}
	return p
}

// run launches on n points and gives what the kernel wrote and how many points it flagged.
func run(t *testing.T, d *Device, p device.Program, n int) ([]float64, int) {
	t.Helper()
	in, out := make([]float64, n), make([]float64, n)
	for i := range in {
		in[i] = float64(i) - 10 // ten points are flagged
	}
	from, to := allocate(t, d, "in", n), allocate(t, d, "out", n)
	if err := d.CopyIn(from, line(in)); err != nil {
		t.Fatal(err)
	}
	flagged, err := d.Launch(p, []device.Array{{Name: "in", Memory: from, Bytes: 8, Point: 1}, {Name: "out", Memory: to, Bytes: 8, Point: 1, Output: true}}, nil, device.Line(n))
	if err != nil {
		t.Fatal(err)
	}
	if err := d.CopyOut(to, line(out)); err != nil {
		t.Fatal(err)
	}
	return out, flagged
}

func judgeTwice(t *testing.T, out []float64, flagged int) {
	t.Helper()
	for i, v := range out {
		if v != 2*(float64(i)-10) {
			t.Fatalf("point %d is %g", i, v)
		}
	}
	if flagged != 10 {
		t.Errorf("%d points flagged, 10 expected: measuring must not count", flagged)
	}
}

func TestTheVariantIsMeasuredOnceAndRemembered(t *testing.T) {
	o := options(t)
	o.Cache, o.Tune = filepath.Join(t.TempDir(), "cache"), true
	for turn, part := range []string{"measured: ", "as measured by an earlier run"} {
		d, err := Open(word, 0, o)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			out, flagged := run(t, d, twoVariants(), leastMeasured)
			judgeTwice(t, out, flagged)
		}
		notes := d.Notes()
		if len(notes) != 1 || !strings.Contains(notes[0], part) {
			t.Errorf("turn %d: notes are %q, one with '%s' expected", turn, notes, part)
		}
		if strings.Contains(strings.Join(notes, ""), "broken") {
			t.Errorf("a variant that does not compile is a candidate: %q", notes)
		}
		d.Close()
	}
	if choices, _ := filepath.Glob(filepath.Join(o.Cache, "*"+choiceSuffix)); len(choices) != 1 {
		t.Errorf("choices kept: %v", choices)
	}
	entries, err := CacheEntries(o.Cache)
	if err != nil || len(entries) != 3 {
		t.Errorf("%v, entries %+v: two codes and a choice expected", err, entries)
	}
}

// A code of the cache that does not load is compiled anew before its variant is judged.
func TestACodeThatDoesNotLoadIsStillMeasured(t *testing.T) {
	o := options(t)
	o.Cache, o.Tune = filepath.Join(t.TempDir(), "cache"), true
	for turn := range 2 {
		d, err := Open(word, 0, o)
		if err != nil {
			t.Fatal(err)
		}
		out, flagged := run(t, d, twoVariants(), leastMeasured)
		judgeTwice(t, out, flagged)
		if notes := strings.Join(d.Notes(), ""); !strings.Contains(notes, "left") || !strings.Contains(notes, "other") {
			t.Errorf("turn %d: not both variants were measured: %s", turn, notes)
		}
		d.Close()
		choices, _ := filepath.Glob(filepath.Join(o.Cache, "*"+choiceSuffix))
		if len(choices) != 1 || os.Remove(choices[0]) != nil {
			t.Fatalf("choices kept: %v", choices)
		}
		plant(t, "FAIL", "cuModuleLoadData:200:1:2") // from the cache, before and after it was read again
	}
}

func TestAVariantIsSelectedOrNotMeasured(t *testing.T) {
	for name, set := range map[string]func(*Options){
		"selected":        func(o *Options) { o.Tune, o.Variant = true, "other" },
		"not measured":    func(o *Options) { o.Tune = false },
		"cache is off":    func(o *Options) { o.Tune, o.Cache = true, "" },
		"unknown variant": func(o *Options) { o.Variant = "no such variant" },
	} {
		o := options(t)
		o.Cache = filepath.Join(t.TempDir(), "cache")
		set(&o)
		d, err := Open(word, 0, o)
		if err != nil {
			t.Fatal(err)
		}
		out, flagged := run(t, d, twoVariants(), leastMeasured)
		judgeTwice(t, out, flagged)
		if notes := d.Notes(); (len(notes) > 0) != (name != "not measured") {
			t.Errorf("%s: notes are %q", name, notes)
		}
		d.Close()
	}
}

func TestAProgramThatRunsOnceIsNotMeasured(t *testing.T) {
	o := options(t)
	o.Tune = true
	d, err := Open(word, 0, o)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	p := twoVariants()
	p.Once = true
	out, flagged := run(t, d, p, leastMeasured)
	judgeTwice(t, out, flagged)
	if notes := d.Notes(); len(notes) > 0 {
		t.Errorf("measured: %q", notes)
	}
}

func TestACacheThatCannotBeWrittenIsSaidOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	var said []string
	o := options(t)
	o.Cache, o.Warn = filepath.Join(file, "cache"), func(text string) { said = append(said, text) }
	d, err := Open(word, 0, o)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for _, v := range twoVariants().Variants[:2] {
		p := twice
		p.Variants = []device.Variant{v}
		out, flagged := run(t, d, p, 100)
		judgeTwice(t, out, flagged)
	}
	if len(said) != 1 || !strings.Contains(said[0], "cannot be written") {
		t.Errorf("warnings: %q, one expected", said)
	}
}

func TestDebugWords(t *testing.T) {
	for words, ok := range map[string]bool{"": true, "all": true, "sources,log": true, "sync": true, "noise": false} {
		if _, got := ParseDebug(words, nil); got != ok {
			t.Errorf("'%s': %v", words, got)
		}
	}
	var said []string
	o := options(t)
	o.Cache, o.Debug = "", Debug{Sources: true, Sync: true, Say: func(text string) { said = append(said, text) }}
	d, err := Open(word, 0, o)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	out, flagged := run(t, d, twice, 100)
	judgeTwice(t, out, flagged)
	all := strings.Join(said, "\n")
	for _, part := range []string{"kernel twice, variant left, options --" + map[string]string{"cuda": "gpu", "hip": "offload"}[word] + "-arch", "#include \"twice.h\"", "100 points"} {
		if !strings.Contains(all, part) {
			t.Errorf("'%s' is not said in\n%s", part, all)
		}
	}
}

func TestDebugSyncNamesSweeps(t *testing.T) {
	var said []string
	o := options(t)
	o.Debug = Debug{Sync: true, Say: func(text string) { said = append(said, text) }}
	d, err := Open(word, 0, o)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	p := device.Program{Name: "laplacian", Symbol: "stencil", Set: twice.Set, Variants: []device.Variant{{Name: "columns",
		Unit: "struct sweep { double *field[8]; };\nextern \"C\" __global__ void stencil(sweep s) { s.field[0][0] = 1; }\n"}}}
	sweep := device.Sweep{Program: p, Fields: []device.Array{{Name: "u", Memory: allocate(t, d, "u", 8), Bytes: 8}}, Extent: [3]int{5, 4, 3}, Blocks: [3]int{1, 1, 1}, Threads: 32}
	if err := d.Sweep(sweep); err != nil {
		t.Fatal(err)
	}
	if all := strings.Join(said, "\n"); !strings.Contains(all, "kernel laplacian, variant columns, 5 x 4 x 3 points") {
		t.Errorf("said: %s", all)
	}
	plant(t, "FAIL", "cuStreamSynchronize:719:2") // the wait before it goes well
	err = d.Sweep(sweep)
	refused(t, err, status.Device, "kernel laplacian", "CUDA_ERROR_LAUNCH_FAILED")
}

func TestANamedVariantIsTakenByNameAlone(t *testing.T) {
	p := twoVariants()
	p.Variants[1].Named = true
	for variant, expected := range map[string]string{"": "broken", "other": "other"} {
		chosen := (&compiler{options: Options{Tune: true, Variant: variant}, vendor: vendors[0]}).candidates(p, leastMeasured)
		if last := chosen[len(chosen)-1].Name; last != expected || (len(chosen) == 1) != (variant != "") {
			t.Errorf("variant %q: %d candidates, the last is %s, expected %s", variant, len(chosen), last, expected)
		}
	}
}
