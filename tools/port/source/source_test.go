package source

import (
	"strings"
	"testing"
)

// texts joins label and text of the statements.
func texts(t *testing.T, name, text string) string {
	t.Helper()
	f, err := Parse(name, text)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, l := range f.Lines {
		list = append(list, strings.TrimSpace(l.Label+" "+l.Text))
	}
	return strings.Join(list, "|")
}

func TestFreeForm(t *testing.T) {
	for text, want := range map[string]string{
		"X = 1 ! comment\n":                 "x = 1",
		"x = 1 + &\n\n  ! between\n  2":     "x = 1 +    2",
		"x = 12&\n   &34":                   "x = 1234",
		"x = ab&\n  ! between\n\n&c + 1":    "x = abc + 1",
		"s = 'ab&\n ! no text\n &c''&\n&d'": "s = 'abc''d'",
		"s = 'it'&\n&'s'":                   "s = 'it''s'",
		"\xef\xbb\xbfx = 1":                 "x = 1",
		"a=1; b=2;;\n10 continue":           "a=1|b=2|10 continue",
		"print *, 'It''s; ! NOT' ! yes":     "print *, 'It''s; ! NOT'",
		"s = 'ab&\n   &CD'":                 "s = 'abCD'",
		"\tx = 1\r\ny = 2\r\n":              "x = 1|y = 2",
		"007 x = 1":                         "7 x = 1",
		"if (a) then; b = 1\nend if\n":      "if (a) then|b = 1|end if",
		"x = \"quote ' inside\" // 'B' ":    "x = \"quote ' inside\" // 'B'",
	} {
		if got := texts(t, "a.f90", text); got != want {
			t.Errorf("%q: %q, expected %q", text, got, want)
		}
	}
}

func TestFixedForm(t *testing.T) {
	for text, want := range map[string]string{
		"C comment\n      X = 1\n* another\n":                 "x=1",
		"      X = 1 +\n     &    2\n":                        "x=1+2",
		"   10 CONTINUE\n":                                    "10 continue",
		" 1 0  GO TO 1 0\n":                                   "10 goto10",
		"\tX = 1\n\t1 + 2\n":                                  "x=1+2",
		"\tX = 1" + strings.Repeat(" ", 61) + "IGNORED\n":     "x=1",
		"      X = 1" + strings.Repeat(" ", 61) + "IGNORED\n": "x=1",
		"      X = 'A!B' ! comment\n":                         "x='A!B' ",
		"      X = 'A' 'B'\n":                                 "x='A' 'B' ",
		"! comment\n      Y = 2\n":                            "y=2",
		"      X" + strings.Repeat(" ", 64) + "=\n     11\n":  "x=1",
		"      X=ALP\n     &HA+1 000.5D0\n":                   "x=alpha+1000.5d0",
		"      X='AB\n     &C'\n":                             "x='AB" + strings.Repeat(" ", 61) + "C'",
		"      A = 1; B = 2\n":                                "a=1|b=2",
		"     !1\n      X = 1\n     !+2":                      "1|x=1+2",
		"      X = 1\n    ! comment\n     & + 2":              "x=1+2",
	} {
		if got := texts(t, "a.f", text); got != strings.TrimSpace(want) {
			t.Errorf("%q: %q, expected %q", text, got, want)
		}
	}
}

// A statement that cannot be read refuses what holds it, and no more; a file that is no text is refused.
func TestWhatIsNoFortran(t *testing.T) {
	for _, c := range [][3]string{
		{"a.f90", "x = 'open\n", "a string that does not end"}, {"a.f90", "x = 1 + &\n", "the file ends inside of a statement"},
		{"a.f90", "x = 'a&\n b'\n", "a string that goes on without &"}, {"a.f90", "x = 1 + &\n &\n & 2\n", "a line with & alone"},
		{"a.f90", "x = 1" + strings.Repeat(" ", 140) + "+ 2", "a line that is longer than the columns which gfortran reads"},
		{"a.f", "     1 + 2\n", "a continuation of nothing"}, {"a.f", "x = 1\n", "columns 1 to 5 hold no label"}, {"a.f", "      x = 'a\n      y = 1", "a string that does not end"},
		{"a.f", "D     x = 1", "a D in column 1"},
	} {
		f, err := Parse(c[0], c[1])
		if err != nil || f.Lines[0].Bad != c[2] || f.Lines[0].Number != 1 {
			t.Errorf("%q: %v %+v, expected %s", c[1], err, f, c[2])
		}
	}
	for text, want := range map[string]string{"#ifdef A\nx = 1\n": "a.f90:1: a line of the preprocessor", "\xff\xfex\x00": "the text is UTF-16", "x = 1\ny\x00": "a.f90:2: a byte of zero"} {
		if _, err := Parse("a.f90", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %s", text, err, want)
		}
	}
	if _, err := Read("/nowhere/a.f90"); err == nil {
		t.Error("a file that is not there is read")
	}
}

// Flags of gfortran that change the meaning of a text are followed, or refused by name.
func TestFlags(t *testing.T) {
	for _, c := range [][4]string{
		{"-ffixed-line-length-20", "a.f", "      x = 1 + 2 + 3456", "x=1+2+34"}, {"-ffixed-line-length-none", "a.f", "      x = 1" + strings.Repeat(" ", 80) + "+ 2", "x=1+2"},
		{"-ffixed-line-length-0", "a.f", "      x='a\n     &b'", "x='ab'"}, {"-ffree-line-length-none", "a.f90", "x = 1" + strings.Repeat(" ", 140) + "+ 2", "x = 1" + strings.Repeat(" ", 140) + "+ 2"},
		{"-ffree-form", "a.f", "x = 1", "x = 1"}, {"-ffixed-form", "a.f90", "c\n      x = 1", "x=1"},
		{"-fd-lines-as-code", "a.f", "d     x = 1", "x=1"}, {"-fd-lines-as-comments", "a.f", "d     x = 1\n      y = 1", "y=1"},
		{"-fopenmp", "a.f90", "!$ x = 1\n!$omp parallel\n", "x = 1"}, {"-fopenmp", "a.f", "c$    x = 1\nc$omp parallel", "x=1"}, {"-O2", "a.f90", "!$ x = 1\ny = 1", "y = 1"},
	} {
		f, err := ReadFlags([]string{c[0]})
		if err != nil {
			t.Fatal(err)
		}
		if g, err := Parse(c[1], c[2], f); err != nil || len(g.Lines) != 1 || g.Lines[0].Text != c[3] || g.Lines[0].Bad != "" {
			t.Errorf("%s: %v %+v, expected %q", c[0], err, g, c[3])
		}
	}
	f, _ := ReadFlags([]string{"-fbackslash"})
	if g, err := Parse("a.f90", "x = 'a\\n'", f); err != nil || g.Lines[0].Bad != "a backslash in a string with -fbackslash" {
		t.Errorf("%v %+v", err, g)
	}
	for flags, want := range map[string]Kinds{"": {4, 8, 4}, "-fdefault-real-8": {8, 16, 4}, "-fdefault-double-8 -fdefault-real-8": {8, 8, 4}, "-freal-4-real-8": {8, 8, 8}} {
		if f, err := ReadFlags(strings.Fields(flags)); err != nil || f.Kinds != want {
			t.Errorf("%s: %+v %v", flags, f, err)
		}
	}
	for _, flag := range []string{"-fdefault-integer-8", "-fdec-math", "-finit-real=zero", "-fno-automatic", "-ffixed-line-length-3", "-fsecond-underscore", "-xf95", "-ff2c", "-m32", "-mx32"} {
		if _, err := ReadFlags([]string{"-O2", flag}); err == nil || !strings.Contains(err.Error(), flag) {
			t.Errorf("%s: %v", flag, err)
		}
	}
}
