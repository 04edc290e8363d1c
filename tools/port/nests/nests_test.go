package nests

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"drawbridge/tools/port/check"
	"drawbridge/tools/port/kernelset"
	"drawbridge/tools/port/source"
	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

// found answers the routines of a text of free form that consist of nests.
func found(t *testing.T, text string) []*Routine {
	t.Helper()
	f, err := source.Parse("a.f90", text)
	if err != nil {
		t.Fatal(err)
	}
	return nested(f)
}

func nested(f *source.File) []*Routine {
	list, _ := Find(syntax.Units(f))
	return list
}

// Bodies of a routine with the arrays u, r(0:n+1,0:n+1), c(5), f(n,n,3) and numbers n, x; and a part of the reason against it.
var bodies = [][2]string{
	{"LOOP\nr(i, j) = u(i + 1, j) - u(i - 1, j)\nEND", ""},
	{"LOOP\nr(i + 1, j) = u(i, j)\nEND", "r(i+1,j), which is a neighbour's element and is written"},
	{"LOOP\nr(i, j) = r(i - 1, j)\nEND", "r({i-1},j), which another point writes"},
	{"LOOP\nr(i, j) = r(j, i)\nEND", "no grid"},
	{"LOOP\nr(i, j) = r(i, j) + u(i, j)\nEND", ""},
	{"LOOP\nr(i, j) = u(2*i, j)\nEND", "not a constant offset"},
	{"LOOP\nr(i, j) = u(i + n, j)\nEND", "not a constant offset"},
	{"LOOP\nr(i, j) = c(mod(i, 3) + 1)\nEND", "not a constant offset"},
	{"LOOP\ndo k = -1, 1\nr(i, j) = r(i, j) + u(i + k, j)\nend do\nEND", "not a constant offset"},
	{"LOOP\nk = i + n\nr(i, j) = u(k, j)\nEND", "not a constant offset"},
	{"LOOP\nk = int(u(i, j))\nr(i, j) = u(k, j)\nEND", "not a constant offset"},
	{"LOOP\nk = 1 + i\nr(i, j) = u(k, j)\nEND", ""},
	{"LOOP\nk = i + 1\nif (x > 0) k = i - 1\nr(i, j) = u(k, j)\nEND", "not a constant offset"},
	{"LOOP\ns = s + u(i, j)\nr(i, j) = s\nEND", "s goes from point to point"},
	{"s = 0\nLOOP\ns = s + u(i, j)\nr(i, j) = s\nEND", "s, which goes from point to point"},
	{"LOOP\nif (u(i, j) > 0) s = u(i, j)\nr(i, j) = s\nEND", "s goes from point to point"},
	{"LOOP\nx = x + u(i, j)\nr(i, j) = x\nEND", "(a reduction)"},
	{"LOOP\nx = max(x, u(i, j))\nEND", "x, which all points write (a reduction)"},
	{"LOOP\nr(i, j) = 1\nEND\nLOOP\nx = max(x, u(i, j))\nEND", "x, which all points write (a reduction)"},
	{"LOOP\nr(i, 1) = u(i, j)\nEND", "which the points of j share"},
	{"LOOP\nr(j, 1) = u(i, j)\nEND", "no grid"},
	{"LOOP\nr(i, j) = 1\nr(j, 1) = u(i, j)\nEND", "no grid"},
	{"LOOP\nr(i, j) = sum(r)\nEND", "all of the array r"},
	{"LOOP\nr(i, j) = sum(c)\nEND", ""},
	{"LOOP\nr = u(i, j)\nr(i, j) = 1\nEND", "share"},
	{"LOOP\nf(i, j, :) = u(i, j + 1)*c(:3)\nEND", ""},
	{"LOOP\nf(i, j, i) = u(i, j)\nEND", "an index twice"},
	{"LOOP\nif (u(i, j) < 0) exit\nr(i, j) = 1\nEND", "exit out of the loops"},
	{"LOOP\nif (u(i, j) < 0) cycle\nr(i, j) = 1\nEND", ""},
	{"LOOP\nif (u(i, j) < 0) return\nr(i, j) = 1\nEND", "a return out of the loops"},
	{"do j = 1, n\ndo i = 1, j\nr(i, j) = u(i, j)\nend do\nend do", "the bound j, which depends on j"},
	{"do j = 1, n\ndo i = 1, int(c(1))\nr(i, j) = u(i, j)\nend do\nend do", "depends on data"},
	{"do j = 1, n, 2\ndo i = 1, n\nr(i, j) = u(i, j)\nend do\nend do", "the step 2"},
	{"do j = 1, n\ns = j*x\ndo i = 1, n\nr(i, j) = s*u(i, j)\nend do\nend do", ""},
	{"do j = 1, n\ns = 0\ndo i = 1, n\ns = s + u(i, j)\nr(i, j) = s\nend do\nend do", "s, which goes from point to point"},
	{"LOOP\nr(i, j) = u(i, j)\nEND\ns = r(1, 1)\nLOOP\nr(i, j) = s*u(i, j)\nEND", "r, which a loop changes"},
	{"LOOP\nr(i, j) = u(i, j)\nEND\nk = i\nLOOP\nf(i, j, 1) = k*u(i, j)\nEND", "i, which a loop changes"},
	{"LOOP\ns = u(i, j)\nr(i, j) = s\nEND\nLOOP\nf(i, j, 1) = s\nEND", "s goes from point to point"},
	{"LOOP\nv(1) = u(i, j)\nr(i, j) = v(1)\nEND", "the array v of the routine itself"},
	{"LOOP\ncall both(r(i, j), u(i, j + 1))\nEND", ""},
	{"LOOP\ncall both(r(i + 1, j), u(i, j))\nEND", "is a neighbour's element"},
	{"LOOP\ncall row(r(i, j), u(i, j))\nEND", "for the array a of row"},
	{"LOOP\ncall both(x, u(i, j))\nr(i, j) = x\nEND", "(a reduction)"},
	{"LOOP\nwrite (*, *) i\nr(i, j) = 1\nEND", "I/O (write)"},
	{"LOOP\nr(i, j) = 1\ni = i + 1\nEND", "the loop variable i is written"},
	{"do j = 1, n\nr(j, j) = 1\nend do", "no grid"},
	{"do j = 1, n\nw(j) = w(j - 1) + w(j)\nend do", "w(j-1), which another point writes"},
	{"do j = 1, n\nw(j + 1) = z(j)\nend do", "w(j+1), which is a neighbour's element"},
	{"do j = 1, n\nk = j - 1\nw(j) = 0.5d0*w(k)\nend do", "w(k), which another point writes"},
	{"do j = 1, n\nx = x + (w(j) - w(j - 1))**2\nend do", "x, which all points write (a reduction)"},
	{"do j = 1, n\nx = x + w(j)*z(j)\nend do", "no grid"},
	{"do j = 1, n\nx = x + c(j + 1)*w(j)\nend do", "no grid"},
	{"LOOP\nx = x + w(i)*w(j)*u(i, j)\nEND", "no grid"},
	{"x = 0\nLOOP\nx = x + u(i, j)\nEND\nx = sqrt(x)", "x, which all points write (a reduction)"},
	{"LOOP\nr(i, j) = u(i, j)\nEND\nx = 1", "the argument x, which is set outside of the loops"},
	{"x = 0\ndo j = 1, n\nx = x + w(j)\nend do\nx = sqrt(x)", "no grid"},
	{"LOOP\nx = x + w(i)*u(i, j)\nEND", "x, which all points write (a reduction)"},
	{"do j = 1, n\ndo i = 1, n\nw(j) = w(j) + u(i, j)*z(i)\nend do\nend do", "no grid"},
}

func TestNestsAndRefusals(t *testing.T) {
	for _, c := range bodies {
		body := strings.NewReplacer("LOOP", "do j = 1, n\ndo i = 1, n", "END", "end do\nend do").Replace(c[0])
		list := found(t, "subroutine s(n, x, u, r, c, f, w, z)\ninteger :: n, i, j, k\nreal(8) :: x, u(0:n+1, 0:n+1), r(0:n+1, 0:n+1), c(5), f(n, n, 3), w(0:n+1), z(n), s, v(2)\n"+body+
			"\nend\nsubroutine both(a, b)\nreal(8) a, b\na = a*b\nend\nsubroutine row(a, b)\nreal(8) a(2), b\na(2) = b\nend\n")
		switch {
		case c[1] == "no grid": // one index and no neighbour, or no index
			if len(list) != 0 {
				t.Errorf("%q is taken for a grid", c[0])
			}
		case len(list) != 1:
			t.Errorf("%q: %d routines", c[0], len(list))
		case c[1] == "" && (list[0].Whole == nil || list[0].Fault() != nil):
			t.Errorf("%q: %v", c[0], list[0].Fault())
		case c[1] != "":
			f := list[0].Fault()
			if f == nil || !strings.Contains(strings.NewReplacer("{", "", "}", "").Replace(f.Reason), strings.NewReplacer("{", "", "}", "").Replace(c[1])) || f.Cure == "" || f.Line == 0 {
				t.Errorf("%q: %v, expected %q", c[0], f, c[1])
			}
		}
	}
}

func TestNestsHaveTheBitsOfFortran(t *testing.T) {
	for _, name := range []string{"gfortran", "g++", "objcopy"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("skipped: %s is not in the PATH: no nest was compared with its Fortran", name)
		}
	}
	for _, name := range []string{"operators.f90", "operators.f", "modules.f90"} {
		f, err := source.Read(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		list, _ := Find(syntax.Units(f))
		done, refused := Done(list)
		if len(done) < 2 || len(refused) > 0 {
			t.Fatalf("%s: %d nests, %d refused: %v", name, len(done), len(refused), list[0].Fault())
		}
		results, err := check.Run([]*source.File{f}, Compared(list), check.Options{Points: 60, Seed: 1, Ranges: map[string]check.Range{"n": {Low: 1, High: 3}, "m": {Low: 1, High: 3}}})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range Results(list, results) {
			if r.Different > 0 || r.Trouble != "" || r.Points < 10 || r.Values < 100 {
				t.Errorf("%s: %+v", name, r)
			}
		}
		// A nest whose points leave something to each other is found, since they run in the opposite order.
		for _, r := range list {
			wrong := strings.NewReplacer("F_I(((*v_k) - 1)", "F_I(((*v_k) + 1)", "(-(v_h", "((v_h", "F_I(((*v_i) + 1)", "F_I(((*v_i) - 1)").Replace(r.Whole.Text)
			if wrong == r.Whole.Text {
				t.Fatalf("%s: nothing to break", name)
			}
			r.Whole.Text = wrong
		}
		if results, err = check.Run([]*source.File{f}, Compared(list), check.Options{Points: 60, Seed: 1, Ranges: map[string]check.Range{"n": {Low: 1, High: 3}, "m": {Low: 1, High: 3}}}); err != nil {
			t.Fatal(err)
		}
		for _, r := range Results(list, results) {
			if r.Different == 0 {
				t.Errorf("%s: another neighbour is not found: %+v", name, r)
			}
		}
	}
}

func TestArraysOfModules(t *testing.T) {
	f, err := source.Read(filepath.Join("testdata", "modules.f90"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range nested(f) {
		for _, n := range r.Nests {
			line := n.Name + " without: " + n.Apart
			if n.Loadable != nil {
				line = kernelset.Line(n.Loadable.Routine)
			}
			got = append(got, line)
		}
	}
	want := []string{
		"kernel p_flow_smooth_nest1_on_fields; in u:real(8)(*); inout v:real(8)(*); in u_stride1:integer(8); shared flow%alpha:real(8); shared flow%tab:real(8)(3)",
		"kernel p_flow_smooth_nest2_on_fields; in fx:real(8)(*); inout q:real(8)(*); in v:real(8)(*); shared flow%c:real(8)(:)",
		"both_nest1 without: the number of components of u is not known",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
	list := found(t, "module m\nreal(8), allocatable :: v(:,:)\ninteger n\ncontains\nsubroutine s\ninteger i, j\ndo j = 1, n\ndo i = 1, n\nv(i, j) = v(i-1, j)\nend do\nend do\nend\nend\n")
	if len(list) != 1 || list[0].Fault() == nil || !strings.Contains(list[0].Fault().Reason, "another point writes") {
		t.Errorf("%v", list)
	}
}

func TestReachAndFormulas(t *testing.T) {
	f, err := source.Read(filepath.Join("testdata", "operators.f90"))
	if err != nil {
		t.Fatal(err)
	}
	done, _ := Done(nested(f))
	if len(done) != 3 {
		t.Fatalf("%d nests", len(done))
	}
	for k, want := range []string{
		"nest p_ops_operator7_nest1; of p_ops_operator7; point i=1:nx,j=1:ny,k=1:nz; writes q[0,0,0]; reads p[-1:+1,-1:+1,-1:+1]; reads cx[0:+1,0,0]; reads cy[0,0:+1,0]; reads cz[0,0,0:+1]",
		"nest p_ops_limited_nest1; of p_ops_limited; point i=0:n,j=1:m; writes f[0,0]; reads u[-1:+1,0]",
		"nest p_ops_limited_nest2; of p_ops_limited; point i=1:n,j=1:m; writes r[0,0]; reads f[-1:+0,0]",
	} {
		if got := done[k].Row(); got != want {
			t.Errorf("%s\nexpected\n%s", got, want)
		}
	}
	text := done[0].Formulas[0].Line()
	want := "call step%pointwise('q', 'c*p - (cx[+1,0,0]*(p[+1,0,0] - p) - cx*(p - p[-1,0,0]) + cy[0,+1,0]*(p[0,+1,0] - p) - cy*(p - p[0,-1,0])" +
		" + cz[0,0,+1]*(p[0,0,+1] - p) - cz*(p - p[0,0,-1]))', 'c', [c])"
	if strings.ReplaceAll(text, "&\n    &", "") != want {
		t.Errorf("%s\nexpected, in one line\n%s", text, want)
	}
	for _, line := range strings.Split(text, "\n") {
		if len(line) > 132 {
			t.Errorf("a line of %d characters: %s", len(line), line)
		}
	}
}

// Routines of one point with loops up to an argument, and a part of what is said of them; "": nothing.
func TestNotesOnLoopsOfOnePoint(t *testing.T) {
	for body, want := range map[string]string{
		"do i = 1, n\nx = x + u(i)\nend do":                           "the loop up to n runs at each point, which has all of u for itself; if it runs over a grid, write each point's term",
		"do i = 1, n - 1\nv(i) = 2*u(i)\nend do":                      "the loop up to n-1 runs at each point, which has all of v for itself; if it runs over a grid, write a routine of one point",
		"do j = 1, n\ndo i = 1, n\nx = x + u(i)*u(j)\nend do\nend do": "which has all of u",
		"do i = 1, 5\nx = x + u(i)\nend do":                           "",
		"do i = 1, n\nx = x + i\nend do":                              "",
		"if (n > 0) x = 1\ndo i = 1, n\nx = x + u(i)\nend do":         "",
	} {
		f, err := source.Parse("a.f90", "subroutine s(n, x, u, v)\ninteger :: n, i, j\nreal(8) :: x, u(n), v(n)\n"+body+"\nend\n")
		if err != nil {
			t.Fatal(err)
		}
		list, notes := Find(syntax.Units(f))
		text := ""
		for _, n := range notes {
			text += n.Text
		}
		if len(list) > 0 || want == "" && text != "" || !strings.Contains(text, want) {
			t.Errorf("%q: %d nests, %q", body, len(list), text)
		}
		if _, notes := Find(syntax.Units(f), tree.Owner{AsPoint: []string{"s"}}); len(notes) > 0 {
			t.Errorf("%q: a note in spite of --as-point: %v", body, notes)
		}
	}
}

// The body of loops over i and j, and its expressions, or the reason why there are none.
var formulas = [][2]string{
	{"r(i, j) = u(i, j) - (u(i + 1, j) - x)*2", "u - (u[+1,0] - x)*2"},
	{"r(i, j) = -u(i, j)**2/x/3 + 1/2", "-(u**2/x/3) + 0"},
	{"s = u(i, j) + u(i - 1, j)\nr(i, j) = s*s", "(u + u[-1,0])*(u + u[-1,0])"},
	{"k = i + 2\nr(i, j) = u(k, j)", "u[+2,0]"},
	{"f(i, j, 2) = u(i, j)*c(3)", "u*c_3"},
	{"r(i, j) = f(i, j - 1, 3)", "f(3)[0,-1]"},
	{"r(i, j) = u(i, j)/1.1 + sqrt(abs(u(i, j)))", "u/1.100000023841858 + sqrt(abs(u))"},
	{"s = r(i, j)\nr(i, j) = 2*u(i, j)\nf(i, j, 1) = s", "why: s holds a value from before an assignment"},
	{"if (x > 0) r(i, j) = u(i, j)", "why: the body is more than assignments"},
	{"r(i, j) = u(j, i)", "why: the subscripts of u(j,i) are not the indices in their order"},
	{"r(i, j) = u(i, j)*n", "why: n is not real"},
	{"r(i, j) = i*u(i, j)", "why: i is not real"},
	{"r(i, j) = max(u(i, j), x)", "why: it calls max"},
	{"r(i, j) = u(i, j)**x", "why: it has the power"},
	{"r(i, j) = f(i,j,1) + f(i,j,2) + f(i,j,3) + f(i,j,4) + f(i,j,5) + f(i,j,6) + f(i-1,j,6)", "f(1) + f(2) + f(3) + f(4) + f(5) + f(6) + f(6)[-1,0]"},
	{"r(i, j) = f(i,j,1) + f(i,j,2) + f(i,j,3) + f(i,j,4) + f(i,j,5) + f(i,j,6) + f(i,j,7)", "why: an expression reads 7 fields, at most 6"},
	{"r(i, j) = c(j)*u(i, j)", "why: the subscripts of c(j) are not the indices in their order"},
}

func TestFormulas(t *testing.T) {
	for _, c := range formulas {
		list := found(t, "subroutine s(n, x, u, r, c, f)\ninteger :: n, i, j, k\nreal(8) :: x, u(0:n+1, 0:n+1), r(0:n+1, 0:n+1), c(5), f(n, n, 7), s\ndo j = 1, n\ndo i = 1, n\n"+
			c[0]+"\nend do\nend do\nend\n")
		if len(list) != 1 || list[0].Fault() != nil {
			t.Errorf("%q: %v", c[0], list)
			continue
		}
		n := list[0].Nests[0]
		got := "why: " + n.Plain
		if n.Formulas != nil {
			got = n.Formulas[len(n.Formulas)-1].Text
		}
		if !strings.HasPrefix(got, c[1]) || n.Formulas != nil && got != c[1] {
			t.Errorf("%q: %s, expected %s", c[0], got, c[1])
		}
	}
}

// Kernels of nests compile for GPUs. NVRTC needs none; DRAWBRIDGE_NVRTC is its path (tests/nvrtc.sh).
func TestNestsCompileForGPU(t *testing.T) {
	library := os.Getenv("DRAWBRIDGE_NVRTC")
	if library == "" {
		t.Skip("DRAWBRIDGE_NVRTC is not set: the nests were not compiled for a GPU")
	}
	folder := t.TempDir()
	program := filepath.Join(folder, "nvrtc")
	if out, err := exec.Command("gcc", "-O1", "-Wall", "../../../kernels/set/testdata/nvrtc.c", "-o", program, "-ldl").CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	for i, name := range []string{"operators.f90", "operators.f", "modules.f90"} {
		f, err := source.Read(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		texts := t.TempDir()
		for file, text := range map[string]string{"port.h": translate.Prelude(), "kernels.h": Text(nested(f))} {
			if err := os.WriteFile(filepath.Join(texts, file), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for k, architecture := range []string{"sm_80", "sm_90"} {
			if k != i%2 && os.Getenv("DRAWBRIDGE_NVRTC_ALL") == "" {
				continue // one in turn
			}
			c := exec.Command(program, library, texts, architecture, "#include \"kernels.h\"\n", os.DevNull)
			c.Env = append(os.Environ(), "LD_LIBRARY_PATH="+filepath.Dir(library)) // its builtins lie beside it
			if out, err := c.CombinedOutput(); err != nil || strings.Contains(string(out), "error") {
				t.Errorf("%s, %s: %v\n%.2000s", name, architecture, err, out)
			}
		}
	}
}
