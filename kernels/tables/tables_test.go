package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is checked in is what the rows say.
func TestGeneratedFilesFollowTheRows(t *testing.T) {
	root := filepath.Join("..", "..")
	files, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 6 {
		t.Errorf("%d files are made, 6 expected", len(files))
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(root, name))
		if err != nil || string(got) != want {
			t.Errorf("%s is not what the rows say; run `make generate` (%v)", name, err)
		}
	}
}

const goodKernel = "KERNEL(density, \"T P Yi[ns]\", \"rho flag\", \"species\",\n       \"density from T, P\")\n\nfunction real density(real T) { return T; }\n"

func TestWrongRowsOfKernels(t *testing.T) {
	references := map[string]bool{"density": true, "volume": true}
	files := map[string]string{}
	if err := properties([]source{{"p/density.h", goodKernel}}, references, files); err != nil || !strings.Contains(files[listFile], `KERNEL(density, "T P Yi[ns]", "rho flag", "species", "density from T, P")`) {
		t.Fatalf("%v, %v", err, files)
	}
	change := func(old, new string) string { return strings.ReplaceAll(goodKernel, old, new) }
	for _, c := range []struct {
		sources []source
		want    string
	}{
		{[]source{{"p/density.h", change("density from T, P", "")}}, "p/density.h:2: kernel density has no meaning"},
		{[]source{{"p/density.h", goodKernel}, {"p/volume.h", goodKernel}}, "p/volume.h:1: kernel density stands in p/density.h too"},
		{[]source{{"p/volume.h", goodKernel}}, "p/volume.h:1: kernel density is expected in the file density.h"},
		{[]source{{"p/density.h", goodKernel + goodKernel}}, "p/density.h:5: a second row"},
		{[]source{{"p/density.h", "\n" + goodKernel}}, "p/density.h:1: the row KERNEL("},
		{[]source{{"p/density.h", change(`"species",`, "")}}, "p/density.h:1: the row KERNEL("},
		{[]source{{"p/density.h", change(`"species"`, `"a species"`)}}, "p/density.h:1: kernel density needs 'a species'; one of nothing, species, species transport"},
		{[]source{{"p/density.h", change("Yi[ns]", "Yi[n]")}}, "'Yi[n]' is no argument"},
		{[]source{{"p/density.h", change("rho flag", "rho")}}, "'flag' is expected as the last"},
		{[]source{{"p/density.h", change("real density", "real rho")}}, "the file defines no 'function real density(...)'"},
		{[]source{{"p/pressure.h", change("density", "pressure")}}, "p/pressure.h:1: kernel pressure has no reference: name it in a line '!> Kernels: pressure.'"},
	} {
		if err := properties(c.sources, references, map[string]string{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, expected %q", c.sources[0].path, err, c.want)
		}
	}
}

const (
	goodOperator = "/* operator slope\n *   meaning  d = c(0) u + c(1) u\n *   reads    1, neighbours too\n *   numbers  c(0:1)\n *   count    2\n *   kernel   slope<T, R, D3, S>\n" +
		" *   host     tiles\n *   host     fused a<T> then b<T>\n *   gpu      march go<T, V>(s) */\n"
	goodPage = "# Page\n\n" + tableHead + "| `old` | 1 |\n\nrest\n"
)

func TestRowsOfOperators(t *testing.T) {
	files := map[string]string{}
	page, err := operators([]source{{"o/slope.h", goodOperator}}, map[string]bool{"slope": true}, goodPage, files)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		page:                 tableHead + "| `slope` | 1 | 1 | c(0:1) | d = c(0) u + c(1) u |\n\nrest\n",
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
	references := map[string]bool{"slope": true}
	for _, c := range []struct{ text, want string }{
		{change(" *   meaning  d = c(0) u + c(1) u\n", ""), "o/slope.h:1: operator slope has no meaning"},
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
	} {
		if _, err := operators([]source{{"o/slope.h", c.text}}, references, goodPage, map[string]string{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\n%v, expected %q", c.text, err, c.want)
		}
	}
	twice := []source{{"o/slope.h", goodOperator}, {"o/steep.h", "/* operator x\n" + goodOperator[len("/* operator slope\n"):] + goodOperator}}
	if _, err := operators(twice, map[string]bool{"slope": true, "x": true}, goodPage, map[string]string{}); err == nil || !strings.Contains(err.Error(), "o/steep.h:10: operator slope stands in o/slope.h too") {
		t.Error(err)
	}
	if _, err := operators([]source{{"o/slope.h", goodOperator}}, references, "no table", map[string]string{}); err == nil || !strings.Contains(err.Error(), "has no table of operators") {
		t.Error(err)
	}
}

// A routine stands for what its name says, and for what the line above it lists.
func TestReferencedNames(t *testing.T) {
	known := routines("  ! Operators: a b.\n  subroutine c(x)\n  end subroutine\n  !> Kernels: d.\n  pure subroutine reference_e(x)\n")
	for _, name := range strings.Fields("a b c d e") {
		if !known[name] {
			t.Errorf("%s is not known: %v", name, known)
		}
	}
	if len(known) != 5 {
		t.Error(known)
	}
}
