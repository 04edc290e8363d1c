// Package cuda holds tests that join the CUDA device with the kernels' own texts: on a GPU where there is one, else
// on the fake driver, which proves what happens to errors and nothing about a GPU. It has no code of its own.
package cuda

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"drawbridge/device"
	"drawbridge/device/gpu"
	kernels "drawbridge/kernels/set"
	"drawbridge/status"
)

const ns, points = 5, 100

func options(t *testing.T, debug gpu.Debug) gpu.Options {
	t.Helper()
	o := gpu.Options{Threads: 1, Debug: debug, Cache: filepath.Join(t.TempDir(), "cache")}
	if _, err := os.Stat("/dev/nvidia0"); err != nil {
		o.Driver = t.TempDir()
		o.Toolkit = o.Driver
		if out, err := exec.Command("sh", "../../device/gpu/testdata/fake/build.sh", o.Driver).CombinedOutput(); err != nil {
			t.Fatalf("the fake driver cannot be built: %v\n%s", err, out)
		}
	}
	return o
}

func open(t *testing.T, o gpu.Options) *gpu.Device {
	t.Helper()
	d, err := gpu.Open("cuda", 0, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// program of molefractions ("Yi[ns]" to "Xi[ns] W flag") in one variant of the texts, its sources changed.
func program(t *testing.T, variant string, unitPoints bool, change func(text string) string) device.Program {
	t.Helper()
	sources := fstest.MapFS{}
	err := fs.WalkDir(kernels.BuiltIn().Sources(), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(kernels.BuiltIn().Sources(), path)
		if path == "loop_cuda.h" {
			text = []byte(change(string(text)))
		}
		sources[path] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	p := device.Program{Name: "molefractions", Set: device.NewKernelSet("changed", sources, ""), Symbol: kernels.BuiltIn().Symbol("molefractions")}
	for _, x := range kernels.BuiltIn().Texts(p.Name, kernels.Constants{Species: ns, Present: 0xf, UnitPoints: unitPoints}) {
		if x.Variant == variant {
			p.Variants = []device.Variant{{Name: x.Variant, Unit: x.Unit, Launch: device.Geometry{Threads: x.Threads, Points: x.Points, Resident: x.Resident, Shared: x.Shared}}}
		}
	}
	if p.Variants == nil {
		t.Fatalf("no variant %s", variant)
	}
	if text, _ := fs.ReadFile(kernels.BuiltIn().Sources(), "loop_cuda.h"); change(string(text)) != string(text) {
		p.Variants[0].Unit = "// changed\n" + p.Variants[0].Unit // a loaded kernel is known by its unit
	}
	return p
}

const row = 136 // of a view, with padding

// arguments are the views, with so many components of Yi and Xi, points or components side by side.
func arguments(t *testing.T, d *gpu.Device, stride, yi, xi int, right bool) ([]device.Array, device.Memory) {
	t.Helper()
	memory := func(name string, n int) device.Memory {
		m, err := d.Allocate(name, n)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	wide := func(name string, components int, output bool) device.Array {
		a := device.Array{Name: name, Memory: memory(name, ns*stride), Bytes: 8, Point: 1, Component: stride, Components: components, Output: output}
		if right {
			a.Point, a.Component = ns, 1
		}
		return a
	}
	list := []device.Array{wide("Yi", yi, false), wide("Xi", xi, true),
		{Name: "W", Memory: memory("W", stride), Bytes: 8, Point: 1, Components: 1, Output: true},
		{Name: "flag", Memory: memory("flag", stride), Bytes: 8, Point: 1, Components: 1, Output: true}}
	return list, memory("parameters", kernels.BuiltIn().Layout().Size(ns, 0))
}

// With debug=bounds an access outside a view is an error that names view, index and point; the device goes on.
func TestAccessesOutsideAViewAreNamed(t *testing.T) {
	d := open(t, options(t, gpu.Debug{Bounds: true}))
	same := func(text string) string { return text }
	beyond := func(text string) string {
		return strings.Replace(text, "return UNIT_POINTS ? t : t * l.point[v];", "return UNIT_POINTS ? t + 1 : (t + 1) * l.point[v];", 1)
	}
	for _, c := range []struct {
		title, variant string
		right          bool
		yi, xi         int
		change         func(string) string
		said           string // "": no error
	}{
		{"right accesses", "point", false, ns, ns, same, ""},
		{"right accesses, component fastest", "point", true, ns, ns, same, ""},
		{"right accesses by pairs", "jam2", false, ns, ns, same, ""},
		{"right accesses of a staged row", "tile", false, ns, ns, same, ""},
		{"a component too many is read", "point", false, ns - 1, ns, same, `a load from view Yi, index 5 \(1 to 4\), point \d+ \(1 to 100\) lies outside \(\d+ accesses`},
		{"the same, component fastest", "point", true, ns - 1, ns, same, `a load from view Yi, point \d+ \(1 to 100\), index 5 \(1 to 4\) lies outside`},
		{"the same into a tile", "tile", false, ns - 1, ns, same, `a load from view Yi, index 5 \(1 to 4\)`},
		{"the same by pairs", "jam2", false, ns - 1, ns, same, `a load from view Yi, index 5 \(1 to 4\)`},
		{"a component too many is written", "point", false, ns, ns - 1, same, `a store to view Xi, index 5 \(1 to 4\), point \d+`},
		{"the same by pairs", "jam2", false, ns, ns - 1, same, `a store to view Xi, index 5 \(1 to 4\), point \d+`},
		{"a point beyond the last", "point", false, ns, ns, beyond, `view Yi, index 1 \(1 to 5\), point 101 \(1 to 100\) lies outside`},
		{"right accesses asked for ahead", "point_few", false, ns, ns, same, ""},
		{"right accesses of a team", "team2", false, ns, ns, same, ""},
		{"right accesses again", "point_near", false, ns, ns, same, ""},
	} {
		if (c.variant == "tile" || c.variant == "team2") && strings.Contains(d.About().Description, "fake") {
			continue // it has no shared memory, and threads that run one after the other
		}
		list, parameters := arguments(t, d, row, c.yi, c.xi, c.right)
		_, err := d.Launch(program(t, c.variant, !c.right, c.change), list, parameters, device.Line(points))
		switch {
		case c.said == "" && err != nil:
			t.Errorf("%s: %v", c.title, err)
		case c.said != "" && (status.CodeOf(err) != status.Internal || !regexp.MustCompile(c.said).MatchString(err.Error())):
			t.Errorf("%s: '%s' expected, not: %v", c.title, c.said, err)
		}
	}
}

// In no variant is a number of points that its threads do not divide an access outside.
func TestChecksRaiseNoFalseAlarm(t *testing.T) {
	d := open(t, options(t, gpu.Debug{Bounds: true}))
	same := func(text string) string { return text }
	ran := 0
	for _, x := range kernels.BuiltIn().Texts("molefractions", kernels.Constants{Species: ns, Present: 0xf, UnitPoints: true}) {
		if (x.Shared > 0 || strings.HasPrefix(x.Variant, "team")) && strings.Contains(d.About().Description, "fake") {
			continue
		}
		ran++
		for _, n := range []int{1, 2, 16, 21} {
			list, parameters := arguments(t, d, ((n+7)/8|1)*8, ns, ns, false)
			if _, err := d.Launch(program(t, x.Variant, true, same), list, parameters, device.Line(n)); err != nil {
				t.Errorf("variant %s, %d points: %v", x.Variant, n, err)
			}
		}
	}
	if ran < 10 {
		t.Errorf("%d variants ran", ran)
	}
}

// Without the word nothing of it is compiled: the code has nowhere to keep what a check finds.
func TestChecksCostNothingWhenOff(t *testing.T) {
	for _, checks := range []bool{true, false} {
		o := options(t, gpu.Debug{Bounds: checks})
		d := open(t, o)
		list, parameters := arguments(t, d, row, ns, ns, false)
		if _, err := d.Launch(program(t, "point", true, func(text string) string { return text }), list, parameters, device.Line(points)); err != nil {
			t.Error(err)
		}
		codes, _ := filepath.Glob(filepath.Join(o.Cache, "*.cubin"))
		if len(codes) != 1 {
			t.Fatalf("%d codes in the cache", len(codes))
		}
		code, err := os.ReadFile(codes[0])
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(code, []byte("bounds")) != checks {
			t.Errorf("checks %v: the code has them: %v", checks, !checks)
		}
	}
}
