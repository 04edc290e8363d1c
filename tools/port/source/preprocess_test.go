package source

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// theirs is what gfortran's preprocessor leaves of each line of a file.
func theirs(t *testing.T, path string, flags ...string) ([]string, bool) {
	t.Helper()
	out, err := exec.Command("gfortran", append([]string{"-cpp", "-E", path}, flags...)...).Output()
	if err != nil {
		return nil, false
	}
	rows, at, here := []string{}, 1, true
	for _, line := range strings.Split(string(out), "\n") {
		var n int
		var name string
		if _, err := fmt.Sscanf(line, "# %d %q", &n, &name); err == nil {
			at, here = n, name == path
			continue
		}
		for here && len(rows) < at {
			rows = append(rows, "")
		}
		if here {
			rows[at-1] = line
		}
		at++
	}
	return rows, true
}

func squeezed(rows []string) string {
	var list []string
	for i, r := range rows {
		if words := strings.Join(strings.Fields(r), " "); words != "" && !strings.HasPrefix(words, "#pragma") {
			list = append(list, fmt.Sprint(i+1, ": ", words))
		}
	}
	return strings.Join(list, "\n")
}

// written writes random lines of the preprocessor around statements.
type written struct {
	*rand.Rand
	rows  []string
	depth int
}

func (g *written) one(list ...string) string { return list[g.IntN(len(list))] }

func (g *written) condition(d int) string {
	if d == 0 || g.IntN(4) == 0 {
		return g.one("defined(A)", "defined B", "!defined(NOPE)", "A", "B + 1", "N > 3", "0x10 == 16", "NOPE", "F(2)", "1", "0", "__GFORTRAN__", "(N - 4)", "~0", "010")
	}
	x, y := g.condition(d-1), g.condition(d-1)
	return g.one("("+x+") && ("+y+")", x+" || "+y, "!("+x+")", "("+x+") "+g.one("+", "-", "*", "<", ">=", "==", "!=", "&", "|", "^")+" ("+y+")", "(("+x+") ? ("+y+") : 2)", "0 && 1/0", "("+x+") / 3 % 2", "1 << 2 >> 1", "-("+x+") < +1")
}

func (g *written) line() string {
	return g.one("x = A + B*N", "y = F(x) + F(F(A))", "z = G(a, (b, c))", "s = 'A' // \"B\" // 'it''s A'", "! don't touch A", "w = A.and.B", "v = 1.0_WP + 1D0 ! N", "u = AB + A1 + _A", "call N", "r = F (x)", "q = PASTE(pre, A)",
		"p = TEXT(N)", "o = a /* a comment with A */ + N", "m = __LINE__", "n = A /* of\n lines */ + N", "if (A /= N .and. B <= 1) A%A = N%N(A)", "l = EMPTY x", "  #define NOT_A_DIRECTIVE", "k = G(F(1), 'x,y')", "i = A//B", "h = T.or..not.T", "C it's N", "a/**/A = A/**/b", "d = NESTED(2)(3)", "x = F(x /* A */ ) \\\n y", "")
}

func (g *written) block(n int) {
	for range n {
		switch g.IntN(14) {
		case 0:
			g.rows = append(g.rows, "#define "+g.one("A 7", "B A", "N 5", "EMPTY", "T .true.", "A x%y", "B 'quoted A'", "F(x) (x+1)", "F(q) q*N", "G(a,b) [a|b]", "WP 8", "PASTE(a,b) a/**/b", "TEXT(a) 'a' \"a\" a", "NESTED(x) F", "N (A + \\\n  2)"))
		case 1:
			g.rows = append(g.rows, "#undef "+g.one("A", "B", "N", "WP", "NOPE"), "# pragma x")
		case 2, 3:
			if g.depth > 3 {
				continue
			}
			g.depth++
			g.rows = append(g.rows, g.one("#ifdef "+g.one("A", "B", "NOPE"), "# ifndef "+g.one("N", "NOPE"), "#if "+g.condition(2), "#  if "+g.condition(3)))
			g.block(2)
			for range g.IntN(3) {
				g.rows = append(g.rows, "#elif "+g.condition(2))
				g.block(2)
			}
			if g.IntN(2) == 0 {
				g.rows = append(g.rows, "#else"+g.one("", " /* other */"))
				g.block(2)
			}
			g.rows = append(g.rows, "#endif"+g.one("", " /* A */"))
			g.depth--
		default:
			g.rows = append(g.rows, g.line())
		}
	}
}

// The preprocessor leaves of random texts what gfortran's leaves, line by line, or refuses the file.
func TestThePreprocessorIsGfortrans(t *testing.T) {
	if _, err := exec.LookPath("gfortran"); err != nil {
		t.Skip("skipped: gfortran is not in the PATH: its preprocessor was not compared")
	}
	folder := t.TempDir()
	compared, refused := 0, map[string]int{}
	for seed := range uint64(*random) {
		g := &written{Rand: rand.New(rand.NewPCG(seed, 3)), rows: strings.Split("#define F(x) (x*2)\n#define N 4\n#define G(a,b) b+a\n#define PASTE(a,b) a/**/b\n#define TEXT(a) 'a'\n#define NESTED(x) F\n#define T .true.\n#define EMPTY", "\n")}
		g.block(25)
		text := strings.Join(g.rows, "\n") + "\nend\n"
		path := filepath.Join(folder, "a.F90")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		words := []string{"-DA=3", "-DWP=4", "-UT"}
		flags, err := ReadFlags(words)
		if err != nil {
			t.Fatal(err)
		}
		f := &File{Path: path, flags: flags}
		rows, err := f.preprocessed(text)
		want, good := theirs(t, path, words...)
		if err != nil || !good {
			reason := "gfortran refuses it"
			if err != nil {
				reason = err.Error()[len(path)+1:]
			}
			if err == nil && strings.Contains(text, "1/0") {
				reason = "a division"
			}
			refused[strings.Join(strings.Fields(reason)[1:4], " ")]++
			continue
		}
		f.keep(rows, len(linesOf(text)))
		if got, want := squeezed(f.Rows), squeezed(want); got != want {
			t.Fatalf("seed %d:\n%s\ngives\n%s\nexpected\n%s", seed, text, got, want)
		}
		compared++
	}
	t.Logf("%d texts are the same; refused: %v", compared, refused)
	if compared < *random*4/5 {
		t.Error(compared, refused)
	}
}

var random = flag.Int("texts", 40, "random texts for the preprocessor")
