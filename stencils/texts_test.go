package stencils

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"drawbridge/device"
	kernels "drawbridge/kernels/stencils/set"
)

// paper is a device that compiles, and keeps what it should have run.
type paper struct {
	device.Device
	device.Immediate
	sweeps []device.Sweep
}

type sheet int

func (s sheet) Elements() int    { return int(s) }
func (s sheet) Address() uintptr { return 4096 }

func (p *paper) About() *device.About {
	return &device.About{Name: "paper", Compiles: true, Threads: 1, Fields: p}
}
func (p *paper) Release(device.Memory) {}
func (p *paper) FieldAlignment() int   { return 256 }
func (p *paper) AllocateField(_ string, bytes int) (device.Memory, error) {
	return sheet(bytes / 8), nil
}
func (p *paper) CopyIn(device.Memory, []device.Box) error           { return nil }
func (p *paper) CopyOut(device.Memory, []device.Box) error          { return nil }
func (p *paper) CopyMemory(device.Memory, device.Memory, int) error { return nil }
func (p *paper) Sweep(s device.Sweep) error                         { p.sweeps = append(p.sweeps, s); return nil }
func (p *paper) Finish() error                                      { return nil }

type silent struct{}

func (silent) Kernel(string, int64, int64, float64) {}
func (silent) Note(string, ...any)                  {}

func onPaper(t *testing.T) (*Stencils, *paper) {
	t.Helper()
	p := &paper{}
	s, err := New(p, kernels.ISAs()[0], "first", silent{})
	if err != nil {
		t.Fatal(err)
	}
	return s, p
}

// everything applies each operator to fields of a precision, in every variant that there is.
func everything(t *testing.T, precision string) []device.Sweep {
	t.Helper()
	s, p := onPaper(t)
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		if err := first(s.fields.Create(name, []int{40, 30, 20}, 4, precision, 1), s.fields.Create(name+"2", []int{40, 30}, 4, precision, 1)); err != nil {
			t.Fatal(err)
		}
	}
	// one point along x and y, along x, along y and z
	if err := first(s.fields.Create("h", []int{1, 1, 20}, 4, precision, 1), s.fields.Create("m", []int{1, 30, 20}, 4, precision, 1), s.fields.Create("n", []int{40, 1, 1}, 4, precision, 1)); err != nil {
		t.Fatal(err)
	}
	for _, op := range Operators {
		if op.Kernel == "" {
			continue
		}
		for dims := 2; dims <= 3; dims++ {
			if op.Dims != 0 && op.Dims != dims {
				continue
			}
			names := strings.Fields("a2 b2 c2 d2 e2")
			if dims == 3 {
				names = strings.Fields("a b c d e")
			}
			for _, options := range []string{"", "steps=4"} {
				if options != "" && !slices.Contains(op.Options, "steps") {
					continue
				}
				r, err := s.request(op.Name, strings.Join(names[:op.Most], " "), strings.Join(names[5-op.Writes:], " "), ones(op.Count, dims, op.Most), options, 1)
				if err != nil {
					t.Fatal(err)
				}
				for _, v := range s.variants(r) {
					if err := s.launch(v, r, s.device); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
	q := s.NewSequence("fill")
	if err := first(q.Apply("fill", "", "a", nil, "kind=periodic faces=all"), q.Run(1)); err != nil {
		t.Fatal(err)
	}
	for axis := range 3 {
		p.sweeps = append(p.sweeps, ExchangeText(device.Sweep{Extent: [3]int{40, 30, 20}}, axis, 1))
	}
	runTogether(t, s)
	betweenLevels(t, s)
	for _, what := range Reductions[:2] {
		if _, err := s.Reduce(what, "a", ""); err != nil {
			t.Fatal(err)
		}
	}
	return p.sweeps
}

// betweenLevels goes down and up a multigrid whose axes are halved first, and then rounded up.
func betweenLevels(t *testing.T, s *Stencils) {
	t.Helper()
	u, err := s.fields.Single("a")
	if err != nil {
		t.Fatal(err)
	}
	m := &multigrid{s: s}
	defer m.close()
	if err := m.build(Poisson{U: "a", F: "b", Spacing: []float64{1, 1, 1}, Boundary: "neumann"}, u); err != nil {
		t.Fatal(err)
	}
	for _, l := range m.levels[:len(m.levels)-1] {
		if err := first(l.down(), l.up()); err != nil {
			t.Fatal(err)
		}
	}
}

// ones are as many numbers as an operator's rule asks for, of radius 4 where there is one.
func ones(count string, dims, reads int) []float64 {
	n, err := strconv.Atoi(count)
	switch {
	case err == nil:
	case count == "odd":
		n = 9
	case count == "half":
		n = 5 * dims
	case count == "one per field":
		n = reads
	case strings.HasSuffix(count, "one per axis"):
		n = dims
	default: // 3 in 2-D, 4 in 3-D
		n = dims + 1
	}
	return slices.Repeat([]float64{1}, n)
}

// runTogether runs lists whose operators are one kernel, in every way that there is.
func runTogether(t *testing.T, s *Stencils) {
	t.Helper()
	const wave = "2*a - c + v*b"
	const flux = "b*(a[+1,0,0] - a) - b[0,-1,0]*(a - a[0,-1,0]) + a[0,0,+2] + c"
	for _, list := range [][]struct{ operator, reads, writes string }{
		{{"laplacian", "a", "b"}, {"combine", "a b", "a"}},
		{{"laplacian_high", "a", "b"}, {"pointwise", wave, "c"}, {"multiply", "c d", "c"}},
		{{"derivative_x", "a", "b"}, {"combine_product", "a b c d", "e"}},
		{{"derivative_y", "a", "b"}, {"divide", "b c", "d"}, {"constant", "", "c"}},
		{{"derivative_z", "a", "b"}, {"pointwise", wave, "a"}},
		{{"stencil27", "a", "b"}, {"pointwise", wave, "d"}, {"pointwise", "sqrt(d*d + b)", "a"}},
		{{"residual", "a b", "c"}, {"stencil7", "d", "e"}, {"combine", "e", "d"}},
		{{"pointwise", wave, "d"}, {"combine", "d a b c", "a"}},
		{{"laplacian", "a2", "b2"}, {"combine", "a2 b2", "a2"}},
		{{"pointwise", flux, "d"}, {"pointwise", "a - 2*d", "a"}},
		{{"pointwise", "a2[-3,+1]*b2", "d2"}, {"pointwise", "d2 + c2", "d2"}},
		{{"pointwise", "h[0,0,+1]*(a[+1,0,0] - a) + n[+1,0,0]*b - m*h", "d"}, {"pointwise", "d*n + h", "d"}},
		{{"laplacian", "a", "b"}, {"pointwise", "b*h + m - n", "a"}},
		{{"laplacian", "a", "b"}, {"pointwise", "b*merge(i, j, k > 3) + a", "a"}},
		{{"pointwise", "a2[-3,+1]*b2 + j", "d2"}, {"pointwise", "d2 + i", "d2"}},
		{{"pointwise", flux, "d"}, {"reduce", "dot", "a d"}},
		{{"pointwise", "a2 - b2", "d2"}, {"reduce", "dot", "d2 d2"}, {"reduce", "max", "d2"}},
		{{"laplacian", "a", "b"}, {"pointwise", "b*h + m - n", "a"}, {"reduce", "norm_inf", "a"}, {"reduce", "norm2", "b"}},
	} {
		q := s.NewSequence("together")
		for _, e := range list {
			if e.operator == "reduce" {
				if err := q.Reduce(e.reads, e.writes, e.reads); err != nil {
					t.Fatal(err)
				}
				continue
			}
			options, n := "", map[string]int{"laplacian": 3, "laplacian_high": 15, "combine_product": 3, "stencil27": 4, "residual": 3, "stencil7": 2, "pointwise": 0, "combine": len(strings.Fields(e.reads))}[e.operator]
			switch {
			case strings.HasPrefix(e.operator, "derivative"):
				n = 9
			case strings.Contains(e.operator, "laplacian") && strings.Contains(e.reads, "2"):
				n = 2
			case slices.Contains([]string{"multiply", "divide", "constant"}, e.operator):
				n = 1
			case e.reads == wave:
				n, options = 1, "names=v"
			}
			numbers := make([]float64, n)
			for i := range numbers {
				numbers[i] = 1
			}
			if err := q.Apply(e.operator, e.reads, e.writes, numbers, options); err != nil {
				t.Fatal(err)
			}
		}
		groups := 0
		for _, p := range q.divided() {
			if p.group == nil {
				continue
			}
			groups++
			for _, w := range s.ways(p.group) {
				p.group.way, p.group.settled = &w, true
				if err := q.runPart(p, true, s.device); err != nil {
					t.Fatal(err)
				}
			}
		}
		if groups != 1 {
			t.Fatalf("%v: %d groups", list, groups)
		}
	}
}

var written = regexp.MustCompile(`#define UNROLL (\d+)`)

// A launch covers every point, and no block has more threads than its text was compiled for. Columns are written out by powers of
// two (gpu.Shape says why).
func TestLaunchesAreWithinTheDevice(t *testing.T) {
	for _, precision := range []string{"float", "double"} {
		for _, w := range everything(t, precision) {
			if !strings.Contains(w.Program.Variants[0].Unit, fmt.Sprintf("#define THREADS %d\n", w.Threads)) || w.Threads > 1024 || w.Shared > 227<<10 || w.Blocks[0] < 1 || w.Blocks[1] < 1 || w.Blocks[2] < 1 || w.Blocks[1] > mostBlocks || w.Blocks[2] > mostBlocks {
				t.Errorf("%s: %d threads in %v blocks", w.Program.Name, w.Threads, w.Blocks)
			}
			if m := written.FindStringSubmatch(w.Program.Variants[0].Unit); m == nil || !slices.Contains([]string{"1", "2", "4", "8"}, m[1]) {
				t.Errorf("%s: planes of a column that are written out: %v", w.Program.Name, m)
			}
		}
	}
}

// mostSpilled is the bound on the bytes that a text spills to local memory: 100 were seen (NVRTC 13.0, laplacian_high_march).
const mostSpilled = 110

var spilled = regexp.MustCompile(`(\d+) bytes spill stores`)

// gpuCompiler compiles texts for a GPU, on one megabyte of stack: threads of the calling program may have little.
func gpuCompiler(t *testing.T, library string) func(architecture, unit string) (string, error) {
	t.Helper()
	folder := t.TempDir()
	program, texts := filepath.Join(folder, "nvrtc"), filepath.Join(folder, "texts")
	if out, err := exec.Command("gcc", "-O1", "../kernels/set/testdata/nvrtc.c", "-o", program, "-ldl").CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	if err := os.CopyFS(texts, kernels.Sources()); err != nil {
		t.Fatal(err)
	}
	return func(architecture, unit string) (string, error) {
		c := exec.Command("sh", "-c", `ulimit -s 1024 && exec $DRAWBRIDGE_HIPRTC_RUN "$@"`, "sh", program, library, texts, architecture, unit, os.DevNull)
		if os.Getenv("DRAWBRIDGE_HIPRTC_RUN") == "" { // which brings its own C library
			c.Env = append(os.Environ(), "LD_LIBRARY_PATH="+filepath.Dir(library)) // its builtins lie beside it
		}
		out, err := c.CombinedOutput()
		return string(out), err
	}
}

var figures = regexp.MustCompile(`\d+|float|double`)

// Every text compiles for a GPU, without a warning and within the bound of spills: on sm_80 and sm_90 in turn. Of texts that differ in
// numbers or the precision alone one is enough; DRAWBRIDGE_NVRTC_ALL=turn compiles all, DRAWBRIDGE_NVRTC_ALL=1 on both. NVRTC needs no
// GPU; DRAWBRIDGE_NVRTC is its path (tests/nvrtc.sh).
func TestTextsCompileForGPU(t *testing.T) {
	library := os.Getenv("DRAWBRIDGE_NVRTC")
	if library == "" {
		t.Skip("DRAWBRIDGE_NVRTC is not set: the stencils' texts were not compiled for a GPU")
	}
	compile := gpuCompiler(t, library)
	seen := map[string]bool{}
	for _, precision := range []string{"float", "double"} {
		for _, w := range everything(t, precision) {
			unit, how := w.Program.Variants[0].Unit, os.Getenv("DRAWBRIDGE_NVRTC_ALL")
			key := unit
			if how == "" {
				key = figures.ReplaceAllString(unit, "#")
			}
			if seen[key] || how == "" && precision == "float" && len(key)%2 == 1 { // some in float, the others in double
				continue
			}
			seen[key] = true
			architectures := []string{"sm_80", "sm_90"}
			if how != "1" {
				architectures = architectures[len(seen)%2:][:1]
			}
			for _, architecture := range architectures {
				t.Run(fmt.Sprintf("%s,%s,%d", architecture, w.Program.Name, len(seen)), func(t *testing.T) {
					t.Parallel()
					checkText(t, compile, architecture, unit)
				})
			}
		}
	}
}

// The same by hipRTC (tests/hiprtc.sh), for AMD's GPUs: some texts for one, or all on the architectures in turn. A wave of 64 lanes has
// texts of its own.
func TestTextsCompileForAMD(t *testing.T) {
	library, all := os.Getenv("DRAWBRIDGE_HIPRTC"), os.Getenv("DRAWBRIDGE_NVRTC_ALL") != ""
	if library == "" {
		t.Skip("DRAWBRIDGE_HIPRTC is not set: the stencils' texts were not compiled for AMD GPUs")
	}
	compile := gpuCompiler(t, library)
	seen := map[string]bool{}
	for _, precision := range []string{"float", "double"} {
		for _, w := range everything(t, precision) {
			unit := w.Program.Variants[0].Unit
			key := figures.ReplaceAllString(unit, "#")
			if all {
				key = unit
			}
			if seen[key] {
				continue
			}
			if seen[key] = true; !all && len(seen)%24 != 0 {
				continue
			}
			architecture := []string{"gfx90a", "gfx942", "gfx1100"}[len(seen)/24%3]
			t.Run(fmt.Sprintf("%s,%s,%d", architecture, w.Program.Name, len(seen)), func(t *testing.T) {
				t.Parallel()
				checkText(t, compile, architecture, unit)
			})
		}
	}
}

func checkText(t *testing.T, compile func(architecture, unit string) (string, error), architecture, unit string) {
	out, err := compile(architecture, unit)
	if err != nil || strings.Contains(out, "warning") {
		t.Fatalf("%v\n%s", err, out)
	}
	if strings.HasPrefix(architecture, "gfx") {
		t.Logf("%s", out)
	}
	for _, m := range spilled.FindAllStringSubmatch(out, -1) {
		if bytes, _ := strconv.Atoi(m[1]); bytes > mostSpilled {
			t.Errorf("%d bytes spilled, at most %d expected", bytes, mostSpilled)
		}
	}
}

// What a text includes is embedded.
func TestSourcesAreWhole(t *testing.T) {
	for _, w := range everything(t, "float")[:1] {
		for _, line := range strings.Split(w.Program.Variants[0].Unit, "\n") {
			if name, found := strings.CutPrefix(line, "#include \""); found {
				if _, err := fs.Stat(kernels.Sources(), strings.TrimSuffix(name, "\"")); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
	}
}

// A kernel never gets more fields than a sweep has room for, also where the first operator names one twice.
func TestKernelsHaveRoomForTheirFields(t *testing.T) {
	s, p := onPaper(t)
	for _, name := range strings.Fields("a b c d e f g h") {
		if err := s.fields.Create(name, []int{40, 30, 20}, 1, "double", 1); err != nil {
			t.Fatal(err)
		}
	}
	for _, list := range [][][2]string{{{"a b c d", "a"}, {"a e f g", "h"}}, {{"a b", "c"}, {"c d", "e"}, {"e f", "g"}, {"g h", "a"}}, {{"a a b b", "b"}, {"b c d", "e"}, {"f g", "h"}}} {
		q := s.NewSequence("step")
		for _, e := range list {
			if err := q.Apply("combine", e[0], e[1], make([]float64, len(strings.Fields(e[0]))), ""); err != nil {
				t.Fatal(err)
			}
		}
		for _, what := range []string{"sum", "max", "norm2", "min"} {
			if err := first(q.Reduce(what, list[0][1], what)); err != nil {
				t.Fatal(err)
			}
		}
		if err := q.Run(1); err != nil {
			t.Fatal(err)
		}
	}
	for _, w := range p.sweeps {
		if len(w.Fields) > device.MostFields || len(w.Number) > device.MostNumbers {
			t.Errorf("%s: %d fields, %d numbers", w.Program.Name, len(w.Fields), len(w.Number))
		}
	}
}
