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

// theirs are the lines that gfortran's preprocessor leaves of a file; those of included files have no number.
func theirs(t *testing.T, path string, flags ...string) ([]row, bool) {
	t.Helper()
	out, err := exec.Command("gfortran", append([]string{"-cpp", "-E", path}, flags...)...).Output()
	if err != nil {
		return nil, false
	}
	rows, at, here := []row{}, 1, true
	for _, line := range strings.Split(string(out), "\n") {
		var n int
		var name string
		if _, err := fmt.Sscanf(line, "# %d %q", &n, &name); err == nil {
			at, here = n, name == path
			continue
		}
		rows = append(rows, row{map[bool]int{true: at}[here], line})
		at++
	}
	return rows, true
}

// differ says where two texts differ: in columns too, but not in blanks at the end and blank lines. Lines without a number in want
// may stand anywhere, and all may where gfortran counts them wrongly: behind a macro that looks for its arguments in the next line.
func differ(rows, want []row, numbers bool) string {
	part := func(list []row) (all []row) {
		for _, r := range list {
			if r.text = strings.TrimRight(r.text, " \t"); r.text != "" && !strings.HasPrefix(r.text, "#pragma") {
				all = append(all, r)
			}
		}
		return all
	}
	rows, want = part(rows), part(want)
	for i := range max(len(rows), len(want)) {
		var r, w row
		if i < len(rows) {
			r = rows[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if r.text != w.text || numbers && w.number != 0 && r.number != w.number {
			return fmt.Sprintf("line %d: %q\nexpected\nline %d: %q", r.number, r.text, w.number, w.text)
		}
	}
	return ""
}

// written writes random lines of the preprocessor around statements.
type written struct {
	*rand.Rand
	rows  []string
	depth int
	joins bool // a name of a macro ends a line
}

func (g *written) one(list ...string) string { return list[g.IntN(len(list))] }

func (g *written) condition(d int) string {
	if d == 0 || g.IntN(4) == 0 {
		return g.one("defined(A)", "defined B", "!defined(NOPE)", "A", "B + 1", "N > 3", "0x10 == 16", "NOPE", "F(2)", "1", "0", "__GFORTRAN__", "(N - 4)", "~0", "010", "defined_mode", "!definedness", "defined(A)&&defined  B", "defined ( N )", "N > 3U", "0xFuL == 15", "__SIZEOF_INT__ == 4", "__CHAR_BIT__*2", "__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__", "defined(__GFC_INT_8__)", "__GFC_REAL_16__", "__LINE__ > 30", "F")
	}
	x, y := g.condition(d-1), g.condition(d-1)
	return g.one("("+x+") && ("+y+")", x+" || "+y, "!("+x+")", "("+x+") "+g.one("+", "-", "*", "<", ">=", "==", "!=", "&", "|", "^")+" ("+y+")", "(("+x+") ? ("+y+") : 2)", "0 && 1/0", "("+x+") / 3 % 2", "1 << 2 >> 1", "-("+x+") < +1")
}

func (g *written) line() string {
	if g.IntN(12) == 0 {
		g.joins = true
		return g.one("! every one begins with F\nf1 = A", "call F\n  (A) N F\n B", "F /* A */\n\n /* B */ N", "! G\n (A, ',') N")
	}
	if g.IntN(4) == 0 {
		return g.one("if (s == '\\') A = N", "s = '\\'' // A // 'A'", "s = \"\\\\\" // N", "\\' A ' N \\\\' N '", "s = U(\"A\\n\") // U('A') // U(A\\\\)", "z = G('\\'),', A)", "x = A \\ \t\n      * N", "x = 'A \\\nB' // A", "/* \\*/ A", "'\\/* A */' N", "      x = A      + N", "     &N", "kind = __SIZEOF_DOUBLE__ + __GFC_INT_1__", "x = __CHAR_BIT__ ! __FLOAT_WORD_ORDER__", "f = __FILE__", "F /**/ (A)", "\tA", "defined_mode = definedness", "F(A)A NESTED(x)A = A", "A$B = Z() + Z(/**/)")
	}
	return g.one("x = A + B*N", "y = F(x) + F(F(A))", "z = G(a, (b, c))", "s = 'A' // \"B\" // 'it''s A'", "! don't touch A", "w = A.and.B", "v = 1.0_WP + 1D0 ! N", "u = AB + A1 + _A", "call N", "r = F (x)", "q = PASTE(pre, A)",
		"p = TEXT(N)", "o = a /* a comment with A */ + N", "m = __LINE__", "n = A /* of\n lines */ + N", "if (A /= N .and. B <= 1) A%A = N%N(A)", "l = EMPTY x", "  #define NOT_A_DIRECTIVE", "k = G(F(1), 'x,y')", "i = A//B", "h = T.or..not.T", "C it's N", "a/**/A = A/**/b", "d = NESTED(2)(3)", "x = F(x /* A */ ) \\\n y", "")
}

func (g *written) block(n int) {
	for range n {
		switch g.IntN(15) {
		case 0:
			g.rows = append(g.rows, "#define "+g.one("A 7", "B A", "N 5", "EMPTY", "T .true.", "A x%y", "B 'quoted A'", "F(x) (x+1)", "F(q) q*N", "G(a,b) [a|b]", "WP 8", "PASTE(a,b) a/**/b", "TEXT(a) 'a' \"a\" a", "NESTED(x) F", "N (A + \\\n  2)", "N 4 \\ ", "U(a) \"a\" 'a' \"\\\"a\"", "B '\\''", "defined_mode 1", "__CHAR_BIT__ 3"))
		case 14:
			g.rows = append(g.rows, g.one("#include \"b.inc\"", "#include <b.inc>", "#include\"once.inc\"", "#line 70", "# 80 \"q.f90\"", "#line N", "#line 3 /* x */"))
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
				g.rows = append(g.rows, g.one("#elif "+g.condition(2), "#elif "+g.condition(1), "#elifdef "+g.one("A", "N", "NOPE", "__GFC_INT_2__"), "# elifndef "+g.one("B", "NOPE")))
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

// compared compares what both preprocessors leave of a text. refused is the reason of ours; ours alone says that gfortran refuses it.
func compared(t *testing.T, path, text string, numbers bool, words ...string) (refused error, theirsToo bool) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	flags, err := ReadFlags(words)
	if err != nil {
		t.Fatal(err)
	}
	f := &File{Path: path, flags: flags}
	rows, err := f.preprocessed(text)
	for _, r := range rows {
		if err == nil && strings.Contains(r.text, "__LINE__") {
			err = &Error{path, r.number, "__LINE__ in lines that are joined", ""} // refuses the routine
		}
	}
	want, good := theirs(t, path, words...)
	if err != nil || !good {
		return err, !good
	}
	if found := differ(rows, want, numbers); found != "" {
		t.Errorf("%s\n%s", text, found)
	}
	return nil, false
}

// folderOf has files to include.
func folderOf(t *testing.T) string {
	if _, err := exec.LookPath("gfortran"); err != nil {
		t.Skip("skipped: gfortran is not in the PATH: its preprocessor was not compared")
	}
	folder := t.TempDir()
	for name, text := range map[string]string{"b.inc": "#ifdef B\nbeside = B __LINE__\n#endif\n", "inc/b.inc": "#define B 12\nfolder = B A\n", "once.inc": "#pragma once\nonce = A\n", "inc/only.inc": "only\n", "open.inc": "#endif\n", "last.inc": "#define L(x) x\nL"} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// The preprocessor leaves of random texts what gfortran's leaves, line by line, or refuses the file.
func TestThePreprocessorIsGfortrans(t *testing.T) {
	folder := folderOf(t)
	same, both, alone, refused := 0, 0, 0, map[string]int{}
	for seed := range uint64(*random) {
		g := &written{Rand: rand.New(rand.NewPCG(seed, 3)), rows: strings.Split("#define F(x) (x*2)\n#define N 4\n#define G(a,b) b+a\n#define PASTE(a,b) a/**/b\n#define TEXT(a) 'a'\n#define NESTED(x) F\n#define T .true.\n#define EMPTY\n#define U(a) \"a\"\n#define Z() z", "\n")}
		g.block(25)
		text := strings.Join(g.rows, "\n") + "\nend\n"
		path := filepath.Join(folder, "a.F90")
		err, theirsToo := compared(t, path, text, !g.joins && !strings.Contains(text, "#line") && !strings.Contains(text, "# 80"), "-DA=3", "-DWP=4", "-UT", "-I"+filepath.Join(folder, "inc"))
		switch {
		case t.Failed():
			t.Fatal("seed ", seed)
		case err == nil && !theirsToo:
			same++
		case err == nil:
			alone++
			t.Logf("seed %d: gfortran alone refuses\n%s", seed, text)
		case theirsToo:
			both++
		default:
			refused[strings.Join(strings.Fields(err.Error()[len(path)+1:])[1:4], " ")]++
		}
	}
	t.Logf("%d texts are the same; refused by both: %d, by gfortran alone: %d, by ours alone: %v", same, both, alone, refused)
	if same < *random*3/5 {
		t.Error(same, both, alone, refused)
	}
}

var random = flag.Int("texts", 40, "random texts for the preprocessor")
