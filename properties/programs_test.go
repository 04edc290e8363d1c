package properties

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	"drawbridge/device"
	kernels "drawbridge/kernels/set"
	"drawbridge/settings"
	"drawbridge/views"
)

// gpu is a device by its name only.
type gpu struct{ device.Device }

func (gpu) About() *device.About { return &device.About{Compiles: true} }

type somewhere struct{ device.Memory }

func TestPairsOfPointsAreLoadedOnlyWhereTheyAreAligned(t *testing.T) {
	const ns, n = 5, 1000
	const kernel = "totalenthalpy"
	pairs := func(layout views.Layout, change func(a *device.Array)) bool {
		store := views.NewStore(gpu{}, n, layout, nil)
		p := newPrograms(gpu{}, store, "", ns)
		arguments := make([]device.Array, 3)
		for i := range arguments {
			arguments[i] = device.Array{Memory: somewhere{}, Point: 1, Component: n, Components: 1}
		}
		change(&arguments[1])
		for _, v := range p.get(kernel, kernels.Given{}, arguments, n).Variants {
			if strings.HasPrefix(v.Name, "jam2") {
				return true
			}
		}
		return false
	}
	for what, c := range map[string]struct {
		change func(a *device.Array)
		want   bool
	}{
		"aligned":           {func(a *device.Array) {}, true},
		"an even stripe":    {func(a *device.Array) { a.Base = 38 }, true},
		"an odd stripe":     {func(a *device.Array) { a.Base = 37 }, false},
		"odd components":    {func(a *device.Array) { a.Components, a.Component = 5, 37 }, false},
		"points apart":      {func(a *device.Array) { a.Point = 2 }, false},
		"what is not there": {func(a *device.Array) { a.Memory, a.Base = nil, 1 }, true},
	} {
		if got := pairs(views.Left, c.change); got != c.want {
			t.Errorf("%s: pairs of points %v", what, got)
		}
	}
	if pairs(views.Right, func(a *device.Array) {}) {
		t.Error("LayoutRight has no padding behind its last point")
	}
}

// An instruction set of another processor is refused by name, with what there is.
func TestTheOtherProcessorsInstructionSetIsRefused(t *testing.T) {
	best, err := ISA("")
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for wish, processor := range processors {
		got, err := ISA(wish)
		if processor == runtime.GOARCH {
			if err == nil && got != wish {
				t.Errorf("%s gives %s", wish, got)
			}
			continue
		}
		refused++
		if err == nil {
			t.Fatalf("%s of %s is taken on %s", wish, processor, runtime.GOARCH)
		}
		for _, part := range []string{wish, processor, runtime.GOARCH, best, "DRAWBRIDGE_ISA"} {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%q does not say %s", err, part)
			}
		}
	}
	if refused == 0 {
		t.Error("no instruction set of another processor was tried")
	}
}

// Every word of the setting belongs to a processor.
func TestEveryInstructionSetHasAProcessor(t *testing.T) {
	at := slices.IndexFunc(settings.List, func(s settings.Setting) bool { return s.Name == "isa" })
	for _, word := range settings.List[at].Values {
		if processors[word] == "" {
			t.Errorf("%s belongs to no processor", word)
		}
	}
}

// Every kernel of the list has a name that users give, and every view it takes is declared with the
// width it has in the list.
func TestKernelsAreReachable(t *testing.T) {
	known := slices.Concat(Collections, Blocks)
	const ns = 7
	width := map[string]int{}
	for _, d := range Declarations(ns, 3) {
		if width[d.Name] != 0 {
			t.Errorf("view %s is declared twice", d.Name)
		}
		if d.Unit == "" || d.Meaning == "" || len(d.Name) > 8 {
			t.Errorf("view %q: a name of at most 8 characters, a unit and a meaning are expected", d.Name)
		}
		width[d.Name] = d.Width
	}
	for _, k := range kernels.BuiltIn().Kernels() {
		if !slices.ContainsFunc(known, func(c Collection) bool { return c.Kernel == k.Name && c.Meaning != "" }) {
			t.Errorf("kernel %s is neither a collection nor a building block", k.Name)
		}
		for _, a := range slices.Concat(k.Reads, k.Writes) {
			if want := map[bool]int{true: ns, false: 1}[a.PerSpecies]; width[a.Name] != want {
				t.Errorf("kernel %s: view %s has width %d, the list says %d", k.Name, a.Name, width[a.Name], want)
			}
		}
	}
	for _, b := range Blocks {
		if _, err := b.kernel(); err != nil {
			t.Error(err)
		}
		if slices.ContainsFunc(Collections, func(c Collection) bool { return c.Name == b.Name }) {
			t.Errorf("%s is both a collection and a block", b.Name)
		}
	}
}
