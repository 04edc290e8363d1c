package picture

import (
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// layer is a mixing layer on a 96 x 48 plane: cold and dense below, warm and light above.
func layer() Plane {
	const nx, ny = 96, 48
	rho, t, v := make([]float64, nx*ny), make([]float64, nx*ny), make([]float64, nx*ny)
	for j := range ny {
		for i := range nx {
			wave := 4 * math.Sin(2*math.Pi*float64(i)/nx)
			s := .5 * (1 + math.Tanh((float64(j)-ny/2-wave)/4))
			rho[j*nx+i], t[j*nx+i] = 900-860*s, 120+180*s
			v[j*nx+i] = 10 * math.Cos(2*math.Pi*float64(i)/nx) * s
		}
	}
	return Plane{Title: "mixing layer, step 400, t = 0.12 ms", Across: "x", Up: "y", Right: 2e-3, Bottom: -.5e-3, Top: .5e-3, Length: "m",
		Panels: []Panel{{Name: "density", Unit: "kg/m3", Columns: nx, Rows: ny, Values: rho},
			{Name: "temperature", Unit: "K", Columns: nx, Rows: ny, Values: t},
			{Name: "v", Unit: "m/s", Columns: nx, Rows: ny, Values: v}}}
}

func TestPlaneAsPNG(t *testing.T) {
	folder := t.TempDir()
	if keep := os.Getenv("PICTURE_FOLDER"); keep != "" {
		folder = keep
	}
	path := filepath.Join(folder, "layer.png")
	p := layer()
	if err := Save(path, &p); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if b := img.Bounds(); b.Dx() < 1500 || b.Dy() < 300 || b.Dx() < 3*b.Dy() {
		t.Errorf("the picture has %d x %d dots", b.Dx(), b.Dy())
	}
}

func TestPlaneAsSVG(t *testing.T) {
	path := filepath.Join(t.TempDir(), "layer.svg")
	p := layer()
	if err := Save(path, &p); err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(path)
	for _, want := range []string{"density [kg/m³]", "temperature [K]", "x [mm]", "step 400", "<image"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in the SVG", want)
		}
	}
}

func TestRefused(t *testing.T) {
	folder := t.TempDir()
	for want, change := range map[string]func(*Plane) string{
		".png or .svg":     func(*Plane) string { return filepath.Join(folder, "a.jpg") },
		"at least one":     func(p *Plane) string { p.Panels = nil; return filepath.Join(folder, "a.png") },
		"colour map":       func(p *Plane) string { p.Colours = "rainbow"; return filepath.Join(folder, "a.png") },
		"values for":       func(p *Plane) string { p.Panels[0].Rows = 3; return filepath.Join(folder, "a.png") },
		"the plane":        func(p *Plane) string { p.Right = 0; return filepath.Join(folder, "a.png") },
		"to +Inf":          func(p *Plane) string { p.Right = math.Inf(1); return filepath.Join(folder, "a.png") },
		"to 1e+300":        func(p *Plane) string { p.Top = 1e300; return filepath.Join(folder, "a.png") },
		"from 1e+16":       func(p *Plane) string { p.Left, p.Right = 1e16, 1e16+4; return filepath.Join(folder, "a.png") },
		"no such file":     func(*Plane) string { return filepath.Join(folder, "none", "a.png") },
		"cannot be writte": func(*Plane) string { return filepath.Join("/proc", "a.png") },
	} {
		p := layer()
		if err := Save(change(&p), &p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %q", err, want)
		}
	}
	if left, _ := os.ReadDir(folder); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestLimits(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		values    []float64
		low, high float64
	}{{[]float64{1, nan, 3, inf}, 1, 3}, {[]float64{-2, 1}, -2, 2}, {[]float64{-.01, 1}, -.01, 1}, {[]float64{0, 0}, -1, 1}, {[]float64{nan}, 0, 1}} {
		if low, high := limits(&Panel{Values: c.values}); low != c.low || high != c.high {
			t.Errorf("%v: %g to %g, expected %g to %g", c.values, low, high, c.low, c.high)
		}
	}
}

// Interpolation goes through the cells' centres and never beyond their values.
func TestSample(t *testing.T) {
	p := Panel{Columns: 2, Rows: 2, Values: []float64{0, 1, 2, 3}}
	for _, c := range []struct {
		x, y, want float64
		cells      bool
	}{{.25, .25, 0, false}, {.75, .25, 1, false}, {.5, .5, 1.5, false}, {0, 0, 0, false}, {1, 1, 3, false}, {.6, .9, 3, true}, {1, 1, 3, true}} {
		if got := p.sample(c.x, c.y, c.cells); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("(%g,%g): %g, expected %g", c.x, c.y, got, c.want)
		}
	}
}

// The maps begin and end as published and grow brighter all the way.
func TestMaps(t *testing.T) {
	for name, m := range map[string]ramp{"viridis": viridis.at, "inferno": inferno.at, "grey": grey} {
		last := -1.0
		for i := range 101 {
			c := m(float64(i) / 100)
			light := .2126*float64(c.R) + .7152*float64(c.G) + .0722*float64(c.B)
			if light < last-1 {
				t.Errorf("%s grows darker at %d %%", name, i)
			}
			last = max(last, light)
		}
	}
	if c := viridis.at(0); c.R < 66 || c.R > 73 || c.G > 4 || c.B < 82 || c.B > 88 {
		t.Errorf("viridis begins with %v, expected near (68,1,84)", c)
	}
	if c := viridis.at(1); c.R < 245 || c.G < 225 || c.B > 45 {
		t.Errorf("viridis ends with %v, expected near (253,231,37)", c)
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{{0, 1, "0 0.2 0.4 0.6 0.8 1.0"}, {120, 300, "150 200 250 300"}, {-.5, .5, "-0.4 -0.2 0 0.2 0.4"},
		{9.99e6, 10.01e6, "9.990e+06 9.995e+06 1.0000e+07 1.0005e+07 1.0010e+07"}, {2, 2.001, "2.0000 2.0002 2.0004 2.0006 2.0008 2.0010"},
		{0, 3e-6, "0 1e-06 2e-06 3e-06"}} {
		var got []string
		for _, tick := range (wholeTicks{}).Ticks(c.low, c.high) {
			got = append(got, tick.Label)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%g to %g: %v, expected %s", c.low, c.high, got, c.want)
		}
	}
}
