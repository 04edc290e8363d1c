package nearest

import (
	"strings"
	"testing"
)

func TestDistance(t *testing.T) {
	for words, want := range map[string]int{"kitten sitting": 3, " abc": 3, "abc abc": 0, "rho density": 7, "ab ba": 2} {
		if a, b, _ := strings.Cut(words, " "); distance(a, b) != want || distance(b, a) != want {
			t.Errorf("%q to %q: %d, expected %d", a, b, distance(a, b), want)
		}
	}
}

func TestSentence(t *testing.T) {
	for _, c := range []struct {
		name, want string
		known      []string
	}{
		{"densty", "nearest: density; there are: pressure density", []string{"pressure", "density"}},
		{"Y_o2", "nearest: Y_O2; there are: Y_O2", []string{"Y_O2"}},
		{"zzzzzz", "there are: pressure", []string{"pressure"}},
		{"x", "there are none", nil},
		{"q", "there are: " + strings.Repeat("abcdefgh ", most) + "and 3 more", strings.Fields(strings.Repeat("abcdefgh ", most+3))},
	} {
		if got := Sentence(c.name, c.known); got != c.want {
			t.Errorf("%s: %q, expected %q", c.name, got, c.want)
		}
	}
}

func TestKnown(t *testing.T) {
	names := strings.Fields(strings.Repeat("abc ", most-1) + "T")
	for _, c := range []struct {
		name, want string
		known      []string
	}{
		{"t", "; did you mean 'T'? Views are P T", []string{"P", "T"}},
		{"zzzz", "; views are P T", []string{"P", "T"}},
		{"x", "; there are none", nil},
		{"t", "; did you mean 'T'? Views are " + strings.Join(names, " "), names},
		{"zzzz", "; views are " + strings.Repeat("abc ", most-1) + "T and 1 more; a page lists all", append(names, "P")},
		{"zzzz", "; views are " + strings.Repeat("k", longest) + " and 1 more; a page lists all", []string{strings.Repeat("k", longest), "P"}},
	} {
		if got := Known(c.name, "views are", c.known, "a page lists all"); got != c.want {
			t.Errorf("%s: %q, expected %q", c.name, got, c.want)
		}
	}
	if got := All("t", "views are", append(names, "P")); got != "; did you mean 'T'? Views are "+strings.Join(append(names, "P"), " ") {
		t.Errorf("all names: %q", got)
	}
}

func TestQuestion(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"densty", "; did you mean 'density'?"}, {"pressure ", "; did you mean 'pressure'?"}, {"thermalStuff", ""}, {"", ""}, {"X", ""}, {"t", "; did you mean 'T'?"},
		{"dens", "; did you mean 'density'?"}, {"den", "; did you mean 'density'?"}, {"p", ""}, {"preSS", "; did you mean 'pressure'?"},
	} {
		if got := Question(c.name, []string{"density", "pressure", "porosity", "T"}); got != c.want {
			t.Errorf("%q: %q, expected %q", c.name, got, c.want)
		}
	}
}
