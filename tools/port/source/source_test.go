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
		"X = 1 ! comment\n":              "x = 1",
		"x = 1 + &\n\n  ! between\n  2":  "x = 1 +    2",
		"x = 12&\n   &34":                "x = 12 34",
		"a=1; b=2;;\n10 continue":        "a=1|b=2|10 continue",
		"print *, 'It''s; ! NOT' ! yes":  "print *, 'It''s; ! NOT'",
		"s = 'ab&\n   &CD'":              "s = 'abCD'",
		"\tx = 1\r\ny = 2\r\n":           "x = 1|y = 2",
		"007 x = 1":                      "7 x = 1",
		"if (a) then; b = 1\nend if\n":   "if (a) then|b = 1|end if",
		"x = \"quote ' inside\" // 'B' ": "x = \"quote ' inside\" // 'B'",
	} {
		if got := texts(t, "a.f90", text); got != want {
			t.Errorf("%q: %q, expected %q", text, got, want)
		}
	}
}

func TestFixedForm(t *testing.T) {
	for text, want := range map[string]string{
		"C comment\n      X = 1\n* another\n":                 "x = 1",
		"      X = 1 +\n     &    2\n":                        "x = 1 +     2",
		"   10 CONTINUE\n":                                    "10 continue",
		"\tX = 1\n\t1 + 2\n":                                  "x = 1  + 2",
		"      X = 1" + strings.Repeat(" ", 61) + "IGNORED\n": "x = 1",
		"      X = 'A!B' ! comment\n":                         "x = 'A!B'",
		"! comment\n      Y = 2\n":                            "y = 2",
		"      X" + strings.Repeat(" ", 64) + "=\n     11\n":  "x" + strings.Repeat(" ", 64) + "=1",
		"      A = 1; B = 2\n":                                "a = 1|b = 2",
		"D     DEBUG LINE\n      X = 1\n":                     "x = 1",
	} {
		if got := texts(t, "a.f", text); got != want {
			t.Errorf("%q: %q, expected %q", text, got, want)
		}
	}
}

func TestWhatIsNoFortran(t *testing.T) {
	for text, want := range map[string]string{"#ifdef A\nx = 1\n": "a line of the preprocessor", "x = 'open\n": "a string that does not end",
		"x = 1 + &\n": "ends inside of a statement", "x = 'a&\n b'\n": "goes on without &"} {
		if _, err := Parse("a.f90", text); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "a.f90:1") && !strings.Contains(err.Error(), "a.f90:2") {
			t.Errorf("%q: %v, expected %s", text, err, want)
		}
	}
	for text, want := range map[string]string{"     1 + 2\n": "a continuation of nothing", "x = 1\n": "hold no label", "      x = 'a\n      y = 1": "does not end"} {
		if _, err := Parse("a.f", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %s", text, err, want)
		}
	}
	if _, err := Read("/nowhere/a.f90"); err == nil {
		t.Error("a file that is not there is read")
	}
}
