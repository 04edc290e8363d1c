package tables

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const goodKernel = "KERNEL(density, \"T P Yi[ns]\", \"rho flag\", \"species\",\n       \"density from T, P\")\n\nfunction real density(const parameters &p, real T, real pressure,\n    row Yi, real &rho) { return T; }\n"

func TestWrongRowsOfKernels(t *testing.T) {
	references := map[string]reference{"density": {"reference_density", "fortran/a.f90:7", true}, "volume": {"reference_all", "fortran/a.f90:9", true},
		"hidden": {"reference_hidden", "fortran/a.f90:11", false}}
	views := []view{{"T", "1", "K", "t"}, {"P", "1", "Pa", "p"}, {"rho", "1", "kg/m3", "r"}, {"Yi", "ns", "1", "y"}, {"flag", "1", "bits", "f"}}
	files := map[string]string{}
	if err := properties([]source{{path: "p/density.h", text: "/* Densities. */\n\n" + goodKernel}}, references, views, files); err != nil || !strings.Contains(files[listFile], `KERNEL(density, "T P Yi[ns]", "rho flag", "species", "density from T, P")`) {
		t.Fatalf("%v, %v", err, files)
	}
	change := func(old, new string) string { return strings.ReplaceAll(goodKernel, old, new) }
	for _, c := range []struct {
		sources []source
		want    string
	}{
		{[]source{{path: "p/density.h", text: change("density from T, P", "")}}, "p/density.h:2: kernel density has no meaning"},
		{[]source{{path: "p/density.h", text: goodKernel}, {path: "p/volume.h", text: goodKernel}}, "p/volume.h:1: kernel density stands in p/density.h too"},
		{[]source{{path: "p/density.h", text: change("real T, real pressure", "real pressure, real T")}}, "p/density.h:4: kernel density: argument 3 of its function is 'real T' where the row has P"},
		{[]source{{path: "p/density.h", text: change("row Yi, ", "")}}, "p/density.h:4: kernel density: its function has 4 arguments, the row asks for (const parameters &p, real T, real P, row Yi, real &rho)"},
		{[]source{{path: "p/density.h", text: change("row Yi", "real Yi")}}, "argument 4 of its function is 'real Yi' where the row has Yi[ns]"},
		{[]source{{path: "p/density.h", text: change("real &rho", "real rho")}}, "argument 5 of its function is 'real rho' where the row has rho"},
		{[]source{{path: "p/density.h", text: goodKernel + goodKernel}}, "p/density.h:6: kernel density stands in p/density.h too"},
		{[]source{{path: "p/density.h", text: "/* rows */\nreal x;\n" + goodKernel}}, "p/density.h:1: a row KERNEL("},
		{[]source{{path: "p/density.h", text: change(`"species",`, "")}}, "p/density.h:1: the row KERNEL("},
		{[]source{{path: "p/density.h", text: change(`"species"`, `"a species"`)}}, "p/density.h:1: kernel density needs 'a species'; one of nothing, species, species transport"},
		{[]source{{path: "p/density.h", text: change("Yi[ns]", "Yi[n]")}}, "'Yi[n]' is no argument"},
		{[]source{{path: "p/density.h", text: change("rho flag", "rho")}}, "'flag' is expected as the last"},
		{[]source{{path: "p/density.h", text: change("real density", "real rho")}}, "no 'function real density(...)' follows its row"},
		{[]source{{path: "p/pressure.h", text: change("density", "pressure")}}, "p/pressure.h:1: kernel pressure has no reference: name it in a line '!> Kernels: pressure.'"},
		{[]source{{path: "p/hidden.h", text: change("density", "hidden")}}, "p/hidden.h:1: kernel hidden: its reference reference_hidden (fortran/a.f90:11) is not public"},
		{[]source{{path: "p/density.h", text: change("T P", "T K")}}, "p/density.h:1: kernel density: the view K is not known; declare it in properties/names.go"},
		{[]source{{path: "p/density.h", text: change("Yi[ns]", "Yi")}}, "kernel density: 'Yi' is given, and properties/names.go declares the width of Yi as ns; write Yi[ns]"},
		{[]source{{path: "p/density.h", text: change("T P", "T[ns] P")}}, "'T[ns]' is given, and properties/names.go declares the width of T as 1"},
	} {
		if err := properties(c.sources, references, views, map[string]string{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, expected %q", c.sources[0].path, err, c.want)
		}
	}
}

const (
	goodOperator = "/* operator slope\n *   meaning  d = c(0) u + c(1) u\n *   reads    1, neighbours too\n *   numbers  c(0:1)\n *   count    2\n *   kernel   slope<T, R, D3, S>\n" +
		" *   host     tiles\n *   host     fused a<T> then b<T>\n *   gpu      march go<T, V>(s) */\n"
)

func TestRowsOfOperators(t *testing.T) {
	files := map[string]string{}
	table, err := operators([]source{{path: "o/slope.h", text: goodOperator}}, map[string]reference{"slope": {"slope", "f:1", true}}, files)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		table:                "| `slope` | 1 | 1 | c(0:1) | d = c(0) u + c(1) u |\n",
		files[operatorsFile]: "#include \"operators/slope.h\"\n",
		files[tableFile]:     `{Name: "fused", Calls: []string{"a<T>", "b<T>"}}`,
		files[stencilsFile]:  "STENCIL(slope_2d_r3_float_s, slope<float, 3, false, true>)\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s\nlacks\n%s", text, want)
		}
	}
	if list := files[stencilsFile]; strings.Count(list, "STENCIL(") != 2*8*2*2 || !strings.Contains(list, "STENCIL_OWN(slope_double_fused2, b<double>)") {
		t.Error(list)
	}
}

func TestWrongRowsOfOperators(t *testing.T) {
	change := func(old, new string) string { return strings.Replace(goodOperator, old, new, 1) }
	references := map[string]reference{"slope": {"slope", "f:1", true}, "hidden": {"all", "f.f90:5", false}}
	for _, c := range []struct{ text, want string }{
		{change(" *   meaning  d = c(0) u + c(1) u\n", ""), "o/slope.h:1: operator slope has no meaning"},
		{change("   meaning  d = c(0) u + c(1) u\n", "   meaning\n"), "o/slope.h:2: operator slope: 'meaning' has no text"},
		{change(" *   count    2\n", ""), "o/slope.h:1: operator slope has no count"},
		{goodOperator + goodOperator, "o/slope.h:10: operator slope stands twice"},
		{change("slope\n", "steep\n"), "o/slope.h:1: operator steep has no reference: name it in a line '! Operators: steep.'"},
		{change("count    2", "count    7"), "o/slope.h:5: operator slope: count is '7'; one of these is expected: odd"},
		{change("1, neighbours too", "one"), "o/slope.h:3: operator slope: reads is 'one'"},
		{change("host     tiles", "host     tile"), "o/slope.h:7: operator slope: host: the way 'tile' is not known; the ways are colours, faces"},
		{change("host     tiles", "host     tiles x<T>"), "o/slope.h:7: operator slope: host tiles: it takes no call"},
		{change("march go<T, V>(s)", "march"), "gpu march: its call is missing"},
		{change("kernel ", "colonel"), "o/slope.h:6: operator slope: 'colonel' is not known; the words of a row are axis, count, "},
		{change("numbers  c(0:1)", "meaning  again"), "o/slope.h:4: operator slope: 'meaning' is given twice"},
		{change(" *   numbers", " numbers"), "o/slope.h:4: operator slope: 'numbers  c(0:1)' is no line of a row"},
		{"\n" + goodOperator, "o/slope.h:1: a row '/* operator NAME' is expected at the top"},
		{change("slope\n", "Slope\n"), "o/slope.h:1: 'Slope' is no row"},
		{change("slope\n", "hidden\n"), "o/slope.h:1: operator hidden: its reference all (f.f90:5) is not public"},
		{change("count    2", "count    2\n *   radius   9"), "o/slope.h:6: operator slope: radius is '9'; a number from 1 to 8 is expected"},
		{change("count    2", "count    half\n *   radius   2"), "o/slope.h:1: operator slope: both the count 'half' and 'radius 2' give the radius"},
		{change("1, neighbours too", "1\n *   radius   2"), "o/slope.h:1: operator slope: 'radius 2' is given, and no field is read beyond the point"},
		{goodOperator + "beside<V, 2> near;", "o/slope.h:10: beside<V, 2> reads 2 points beside, and the radius of operator slope is 1: say 'radius 2' in its row"},
	} {
		if _, err := operators([]source{{path: "o/slope.h", text: c.text}}, references, map[string]string{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\n%v, expected %q", c.text, err, c.want)
		}
	}
	wide := change("count    2", "count    2\n *   radius   2") + "beside<V, 2> near;"
	files := map[string]string{}
	if _, err := operators([]source{{path: "o/slope.h", text: wide}}, references, files); err != nil || !strings.Contains(files[tableFile], "Radius: 2,") {
		t.Errorf("%v: %s", err, files[tableFile])
	}
	twice := []source{{path: "o/slope.h", text: goodOperator}, {path: "o/steep.h", text: "/* operator x\n" + goodOperator[len("/* operator slope\n"):] + goodOperator}}
	references["x"] = references["slope"]
	if _, err := operators(twice, references, map[string]string{}); err == nil || !strings.Contains(err.Error(), "o/steep.h:10: operator slope stands in o/slope.h too") {
		t.Error(err)
	}
}

// Views are read from the Go text that declares them.
func TestDeclaredViews(t *testing.T) {
	list, err := declared(filepath.Join("..", "..", ".."))
	if err != nil || len(list) < 60 || !strings.Contains(viewRows(list), "| `T` | 1 | K | temperature |\n") || !strings.HasSuffix(viewRows(list), "| `Q` | nq | any | the host's own variables |\n") {
		t.Errorf("%v: %s", err, viewRows(list))
	}
	for text, want := range map[string]string{
		"var scalars = x{\n\t{Name: \"T\", Unit: \"K\", Meaning: \"t\"},\n\t{Name: \"T\", Unit: \"K\", Meaning: \"t\"},\n}\n": "properties/names.go:3: view T stands twice",
		"var scalars = x{\n\t{Name: \"T\", Unit: \"K\"},\n}\n":                                                                "properties/names.go:2: '{Name: \"T\", Unit: \"K\"},' is no view",
		"package p\n": "has no lists",
	} {
		root := t.TempDir()
		_ = os.Mkdir(filepath.Join(root, "properties"), 0o755)
		if err := os.WriteFile(filepath.Join(root, viewsFile), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := declared(root); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %q", err, want)
		}
	}
}

// A routine stands for what its name says, and for what the line above it lists.
func TestReferencedNames(t *testing.T) {
	known := map[string]reference{}
	routines("f.f90", "  public :: c, &\n    x\n  ! Operators: a b.\n  subroutine c(x)\n  end subroutine\n  !> Kernels: d.\n  pure subroutine reference_e(x)\n", known)
	for name, want := range map[string]reference{"a": {"c", "f.f90:4", true}, "b": {"c", "f.f90:4", true}, "c": {"c", "f.f90:4", true},
		"d": {"reference_e", "f.f90:7", false}, "e": {"reference_e", "f.f90:7", false}} {
		if known[name] != want {
			t.Errorf("%s: %v, expected %v", name, known[name], want)
		}
	}
	if len(known) != 5 {
		t.Error(known)
	}
}
