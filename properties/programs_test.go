package properties

import (
	"strings"
	"testing"

	"drawbridge/device"
	kernels "drawbridge/kernels/set"
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
