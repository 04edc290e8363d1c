package check

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"drawbridge/tools/port/source"
	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

// clothes writes statements in another source form that means the same.
type clothes struct {
	*rand.Rand
	fixed, tabs bool
	more        int // columns of a row of fixed form beyond the 72 of old
	folder      string
	n           int // of included files
}

func (c *clothes) often(percent int) bool { return c.IntN(100) < percent }

func (c *clothes) one(list ...string) string { return list[c.IntN(len(list))] }

var (
	strung    = regexp.MustCompile(`'(?:[^']|'')*'`)
	relations = strings.NewReplacer(" < ", ".lt.", " <= ", ".le.", " > ", ".gt.", " >= ", ".ge.", " == ", ".eq.", " /= ", ".ne.")
	brackets  = strings.NewReplacer("[", "(/", "]", "/)")
	backwards = strings.NewReplacer(" .lt. ", "<", " .le. ", "<=", " .gt. ", ">", " .ge. ", ">=", " .eq. ", "==", " .ne. ", " /= ")
	joined    = strings.NewReplacer("end if", "endif", "end do", "enddo", "else if", "elseif", "end select", "endselect", "select case", "selectcase", "end where", "endwhere", "goto", "go to", "end subroutine", "endsubroutine")
)

// same spells a statement in another way: its operators, keywords, strings and letters.
func (c *clothes) same(text string) string {
	plain := func(s string) string {
		if c.often(50) {
			s = relations.Replace(s)
		} else {
			s = backwards.Replace(s)
		}
		if c.often(50) {
			s = joined.Replace(s)
		}
		up := c.IntN(3)
		return strings.Map(func(r rune) rune {
			if 'a' <= r && r <= 'z' && (up == 1 || up == 2 && c.often(50)) {
				r += 'A' - 'a'
			}
			return r
		}, s)
	}
	if c.often(50) { // no string has one
		text = brackets.Replace(text)
	}
	var b strings.Builder
	from := 0
	for _, at := range strung.FindAllStringIndex(text, -1) {
		b.WriteString(plain(text[from:at[0]]))
		s := text[at[0]:at[1]]
		if c.often(50) {
			s = `"` + strings.ReplaceAll(strings.ReplaceAll(s[1:len(s)-1], "''", "'"), `"`, `""`) + `"`
		}
		b.WriteString(s)
		from = at[1]
	}
	return b.String() + plain(text[from:])
}

// comment is a comment line, or what stands behind a statement.
func (c *clothes) comment() string {
	return "! " + c.one("it's", `a "comment`, "x = 1 &", "& more", "; y = 2", "end do")
}

// between are lines that mean nothing.
func (c *clothes) between() string {
	switch {
	case c.often(60):
		return ""
	case c.often(30):
		return "\n"
	case c.fixed:
		return c.one("C it's", "* 'text", "c", "   "+c.comment(), "!     x = 1") + "\n"
	}
	return c.one("", "   ", "\t") + c.comment() + "\n"
}

// file writes all statements; a part of them goes to a file that is included.
func (c *clothes) file(t *testing.T, rows []row) string {
	var b strings.Builder
	for i := 0; i < len(rows); {
		if n := min(3+c.IntN(6), len(rows)-i); c.often(2) {
			c.n++
			name := fmt.Sprintf("part%d.inc", c.n)
			if err := os.WriteFile(filepath.Join(c.folder, name), []byte(c.lines(rows[i:i+n])), 0o644); err != nil {
				t.Fatal(err)
			}
			b.WriteString(c.one("      ", "         ") + c.one("include", "INCLUDE") + c.one(" '"+name+"'", `"`+name+`"`) + c.one("", " ! here") + "\n")
			i += n
			continue
		}
		n := 1
		for i+n < len(rows) && rows[i+n].label == "" && c.often(15) {
			n++
		}
		b.WriteString(c.lines(rows[i : i+n]))
		i += n
	}
	return b.String()
}

// lines writes statements, some of them in one row.
func (c *clothes) lines(rows []row) string {
	var b strings.Builder
	for i := 0; i < len(rows); {
		text, label := c.same(rows[i].text), rows[i].label
		for i++; i < len(rows) && rows[i].label == "" && c.often(20); i++ {
			text += c.one(";", " ; ", ";;") + " " + c.same(rows[i].text)
		}
		b.WriteString(c.between())
		if c.fixed {
			b.WriteString(c.fixedRows(label, text))
		} else {
			b.WriteString(c.freeRows(label, text))
		}
	}
	return b.String()
}

func (c *clothes) freeRows(label, text string) string {
	var b strings.Builder
	column, open := 0, byte(0)
	write := func(s string) {
		b.WriteString(s)
		column += len(s)
	}
	fresh := func(s string) { // ends a row
		b.WriteString(s + "\n")
		for c.often(30) {
			b.WriteString(c.between())
		}
		column = 0
	}
	if label != "" {
		write(c.one("", " ") + c.one("", "0") + label + " ")
	}
	write(c.one("", "  ", "\t"))
	for i := 0; i < len(text); i++ {
		at := text[i]
		before := open
		if open == 0 && (at == '\'' || at == '"') {
			open = at
		} else if open == at {
			open = 0
		}
		switch {
		case before == 0 && i > 0 && text[i-1] != ' ' && (c.often(2) || column > 100), before != 0 && (c.often(5) || column > 100): // anywhere in a token
			if before == 0 && c.often(40) {
				fresh("& " + c.comment())
			} else {
				fresh("&" + c.one("", "  "))
			}
			write(c.one("", "    ", "\t") + "&" + string(at))
		case before == 0 && at == ' ' && (c.often(4) || column > 90): // between two
			fresh(c.one(" ", "") + "&" + c.one("", " ", " "+c.comment()))
			write(c.one("  ", "", " &", "\t& "))
			if strings.HasSuffix(b.String(), "&") { // what follows is another token
				write(" ")
			}
		case before == 0 && at == ' ':
			write(c.one(" ", " ", "   ", "\t"))
		default:
			write(string(at))
		}
	}
	if c.often(20) {
		b.WriteString(" " + c.comment())
	}
	return b.String() + "\n"
}

func (c *clothes) fixedRows(label, text string) string {
	var b strings.Builder
	tab := c.tabs && c.often(40)
	row := ""
	if field := []string{"     ", "     "}[c.IntN(2)]; label != "" {
		field = fmt.Sprintf(c.one("%5s", "%-5s"), label)
		row = field + c.one(" ", "0")
	} else {
		row = field + " "
	}
	start := 6
	if tab {
		row, start = strings.TrimSpace(label)+"\t", len(label)+1
	}
	end := func() { // ends a row that another one continues
		if !tab && c.more == 0 && len(row) == 72 && c.often(30) {
			row += c.one("SEQ00010", "'", "  ! beyond")
		}
		b.WriteString(row + "\n")
		for c.often(20) {
			b.WriteString(c.between())
		}
		if row, start = "     "+c.one("&", "1", "+", "*", "$", "!", "x"), 6; tab {
			row, start = "\t"+c.one("1", "2", "9"), 2
		}
	}
	open := byte(0)
	for i := 0; i < len(text); i++ {
		at := text[i]
		if open == 0 && at == ' ' && c.often(60) { // blanks mean nothing
			continue
		}
		behind := strings.HasSuffix(strings.TrimRight(row, " \t"), ";") // gfortran takes no continuation there
		if len(row)-start >= 66+c.more || at == ';' && len(row)-start > 60+c.more || !behind && open == 0 && at != '\'' && at != '"' && i > 0 && text[i-1] != '\'' && text[i-1] != '"' && c.often(2) {
			end()
		}
		if open == 0 && (at == '\'' || at == '"') {
			open = at
		} else if open == at {
			open = 0
		}
		row += string(at)
		if open == 0 && at != '\'' && at != '"' && c.often(4) && len(row)-start < 60 {
			row += c.one(" ", "  ", "\t")
		}
	}
	if c.often(10) && len(row)-start < 40 {
		row += c.comment()
	}
	return b.String() + row + "\n"
}

// translation is all C++ of a file, and its refusals.
func translation(t *testing.T, path string, flags *source.Flags) (list map[string]string, world *tree.Program) {
	t.Helper()
	f, err := source.Read(path, flags)
	if err != nil {
		t.Fatal(err)
	}
	list = map[string]string{}
	world = tree.Resolve([]*source.File{f})
	for _, r := range translate.All(world) {
		list[r.Procedure.Name] = r.Signature + r.Text + r.Sizes
	}
	return list, world
}

// Random routines have one translation in all source forms, and none of these is refused where another one is not.
func TestRandomRoutinesInOtherClothes(t *testing.T) {
	const batch = 25
	_, noCompiler := exec.LookPath("gfortran")
	long, err := source.ReadFlags([]string{"-ffree-line-length-none"})
	if err != nil {
		t.Fatal(err)
	}
	routines, forms := 0, 0
	for k := uint64(0); routines < *programs; k++ {
		number := *seed*1000003 + k*batch
		g := &generator{Rand: rand.New(rand.NewPCG(number, 7)), fixed: k%2 == 1}
		g.module("random_routines", batch)
		plain, quotes := "", k%4 < 2
		for i, r := range g.rows {
			if quotes { // the lengths stay
				r.text = strings.NewReplacer("'xyz'", "'x''z'", "'Qab'", `'Q"b'`, "'b'", "''''").Replace(r.text)
				g.rows[i] = r
			}
			plain += r.label + " " + r.text + "\n"
		}
		folder := t.TempDir()
		path := filepath.Join(folder, "plain.f90")
		if err := os.WriteFile(path, []byte(plain), 0o644); err != nil {
			t.Fatal(err)
		}
		want, _ := translation(t, path, long)
		if len(want) < batch {
			t.Fatalf("seed %d: %d translations", number, len(want))
		}
		for form := range 6 {
			c := &clothes{Rand: rand.New(rand.NewPCG(number, uint64(form))), fixed: form%2 == 1, tabs: form > 2, folder: folder}
			path := filepath.Join(folder, fmt.Sprintf("form%d.%s", form, map[bool]string{false: "f90", true: "f"}[c.fixed]))
			if err := os.WriteFile(path, []byte(c.file(t, g.rows)), 0o644); err != nil {
				t.Fatal(err)
			}
			got, world := translation(t, path, nil)
			for name, text := range want {
				if got[name] != text {
					for _, p := range world.Procedures {
						if p.Fault != nil && p.Name == name {
							t.Errorf("%v", p.Fault)
						}
					}
					t.Fatalf("seed %d, form %d: %s is\n%s\nexpected\n%s", number, form, name, got[name], text)
				}
			}
			if noCompiler == nil && int(k)%6 == form { // the writer of forms writes Fortran
				if out, err := exec.Command("gfortran", "-fsyntax-only", "-w", "-std=legacy", "-J", folder, path).CombinedOutput(); err != nil && !strings.Contains(string(out), "Division by zero") && !strings.Contains(string(out), "verflow") {
					t.Fatalf("seed %d, form %d: %s", number, form, out)
				}
			}
			forms++
		}
		routines += batch
	}
	t.Logf("%d routines, %d files in other forms", routines, forms)
}
