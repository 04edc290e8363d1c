package nests

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/tools/port/check"
	"drawbridge/tools/port/source"
	"drawbridge/tools/port/syntax"
)

var (
	programs = flag.Int("programs", 20, "random routines of loop nests to compare")
	seed     = flag.Uint64("seed", 1, "seed of the random routines")
)

// generator writes random loop nests over u, w (read), r, q (written) of three indices, a of one, and components of c.
type generator struct{ *rand.Rand }

func (g generator) one(list ...string) string { return list[g.IntN(len(list))] }

func (g generator) index(name string) string {
	return g.one(name, name, name+" + 1", name+" - 1", name+"+2", "1 + "+name, "-1 + "+name)
}

func (g generator) read() string {
	switch g.IntN(8) {
	case 0:
		return "r(i, j, k)"
	case 1:
		return "a(" + g.one("i", "j", "k", "i + 1", "k - 1", "ip") + ")"
	case 2:
		return "c(" + g.index("i") + ", " + g.index("j") + ", k, " + g.one("1", "2", "m") + ")"
	case 3:
		return g.one("x", "h", "s", "0.1_wp", "2", "1.1", "third", "i", "t")
	}
	return g.one("u", "u", "w") + "(" + g.one("ip", g.index("i")) + ", " + g.index("j") + ", " + g.index("k") + ")"
}

func (g generator) expr(d int) string {
	if d == 0 || g.IntN(5) == 0 {
		return g.read()
	}
	p := func() string { return g.expr(d - 1) }
	switch g.IntN(9) {
	case 0, 1, 2:
		return p() + " " + g.one("+", "-") + " " + p()
	case 3:
		return p() + "*(" + p() + ")"
	case 4:
		return p() + "/(" + p() + ")"
	case 5:
		return "(" + p() + ")**" + g.one("2", "3", "(-1)")
	case 6:
		return g.one("sqrt(abs(real(", "sin((real(", "abs((real(") + p() + ", wp)))"
	case 7:
		return "merge(real(" + p() + ", wp), x, " + g.test() + ")"
	}
	return "(-(" + p() + "))"
}

func (g generator) test() string {
	return g.one("u(i, j, k) > "+g.expr(1), "mod(i + j + k, 2) == 0", g.expr(1)+" <= "+g.expr(1), "x < w(i, j - 1, k)")
}

func (g generator) point() string {
	text := "ip = i + " + g.one("1", "2") + "\ns = " + g.one("u(i, j, k + 1)", "x", "0.3_wp*h") + "\nt = 0\n"
	for range 1 + g.IntN(3) {
		switch g.IntN(6) {
		case 0:
			text += "if (" + g.test() + ") s = " + g.expr(2) + "\n"
		case 1:
			text += "if (" + g.test() + ") then\nq(i, j, k, 1) = " + g.expr(2) + "\nelse\nr(i, j, k) = " + g.expr(2) + "\nend if\n"
		case 2:
			text += "do m = 1, 2\nt = t + c(i, j, k, m)*(" + g.expr(1) + ")\nif (" + g.test() + ") " + g.one("exit", "cycle") + "\nend do\n"
		case 3:
			text += "if (" + g.test() + ") cycle\n"
		case 4:
			text += "call flux(s, " + g.one("u(ip, j, k)", "x") + ", r(i, j, k))\n"
		case 5:
			text += "q(i, j, k, :) = c(i, j, " + g.index("k") + ", :)*(" + g.expr(1) + ")\n"
		}
	}
	return strings.ReplaceAll(text, ", m)", ", 1)") + "r(i, j, k) = " + strings.ReplaceAll(g.expr(4), ", m)", ", 2)") + "\n"
}

func (g generator) module(count int) string {
	text := "module random_nests\nimplicit none\ninteger, parameter :: wp = kind(1d0)\nreal(wp), parameter :: third = 1.0_wp/3\ncontains\n" +
		"subroutine flux(a, b, c)\nreal(wp) :: a, b, c\nc = c + a*b\na = b - c\nend subroutine\n"
	for n := range count {
		text += fmt.Sprintf("subroutine r%d(nx, ny, nz, x, u, w, r, q, a, c)\ninteger :: nx, ny, nz, i, j, k, m, ip\nreal(wp) :: x, s, t, h\n"+
			"real(wp), dimension(-1:nx+2, -1:ny+2, -1:nz+2) :: u, w\nreal(wp) :: r(nx, 0:ny, nz), q(nx, ny, nz, 2), a(0:max(nx, ny, nz)+2), c(-1:nx+2, -1:ny+2, -1:nz+2, 2)\nh = 1/x\n", n)
		for range 1 + g.IntN(2) {
			level := ""
			if g.IntN(2) == 0 {
				level = "h = x*k\n"
			}
			body := g.point()
			if level != "" && g.IntN(2) == 0 {
				level = ""
			}
			text += "do k = 1, nz\n" + strings.ReplaceAll(level, "h =", "h2 =") + "do j = " + g.one("1", "1", "2") + ", ny\ndo i = 1, nx\n" + body + "end do\nend do\nend do\n"
		}
		text += "end subroutine\n"
	}
	return strings.ReplaceAll(text+"end module\n", "real(wp) :: x, s, t, h\n", "real(wp) :: x, s, t, h, h2\n")
}

// Random loop nests all have kernels, and their points have the bits of gfortran in whatever order they run.
func TestRandomNestsHaveTheBitsOfFortran(t *testing.T) {
	for _, name := range []string{"gfortran", "g++", "objcopy"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("skipped: %s is not in the PATH: no nest was compared with its Fortran", name)
		}
	}
	const batch = 20
	values, points, kernels := 0, 0, 0
	for first := 0; first < *programs; first += batch {
		number := *seed*1000003 + uint64(first)
		path := filepath.Join(t.TempDir(), "random.f90")
		if err := os.WriteFile(path, []byte(generator{rand.New(rand.NewPCG(number, 7))}.module(batch)), 0o644); err != nil {
			t.Fatal(err)
		}
		long := []string{"-ffree-line-length-none"}
		flags, err := source.ReadFlags(long)
		if err != nil {
			t.Fatal(err)
		}
		f, err := source.Read(path, flags)
		if err != nil {
			t.Fatal(err)
		}
		list, _ := Find(syntax.Units(f))
		done, refused := Done(list)
		kernels += len(done)
		for _, n := range refused {
			if !strings.HasSuffix(n.Fault.Reason, "that the compiler folds") {
				t.Fatalf("seed %d, %s: %v", number, n.Of.Name, n.Fault)
			}
		}
		results, err := check.Run([]*source.File{f}, Compared(list), check.Options{Points: 20, Seed: 1, Flags: long, Ranges: map[string]check.Range{"nx": {Low: 1, High: 4}, "ny": {Low: 1, High: 4}, "nz": {Low: 1, High: 3}}})
		if err != nil {
			t.Fatalf("seed %d: %v", number, err)
		}
		for _, r := range Results(list, results) {
			values, points = values+r.Values, points+r.Points
			if r.Different > 0 || r.Trouble != "" {
				t.Errorf("seed %d: %+v", number, r)
			}
		}
	}
	if points < 10**programs || kernels < *programs {
		t.Errorf("%d kernels, %d points of %d routines", kernels, points, *programs)
	}
	t.Logf("%d routines, %d kernels, %d points, %d values", *programs, kernels, points, values)
}
