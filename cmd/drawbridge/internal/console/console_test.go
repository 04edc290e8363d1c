package console

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTablesFitTheTerminal(t *testing.T) {
	var out strings.Builder
	c, err := New(&out, &out, "never")
	if err != nil {
		t.Fatal(err)
	}
	c.Width = 60
	table := c.Table(3, "kernel", "reads", "writes", "ms")
	table.Row("preosthermalproperties", strings.Repeat("T P Yi ", 20), strings.Repeat("rho c ", 20), "1.5")
	table.Render()
	for _, line := range strings.Split(out.String(), "\n") {
		if n := utf8.RuneCountInString(line); n > 60 {
			t.Errorf("a line of %d characters on a terminal of 60: %s", n, line)
		}
	}
	if strings.Count(out.String(), "rho") != 20 || strings.Count(out.String(), "Yi") != 20 {
		t.Errorf("words were lost:\n%s", out.String())
	}
	out.Reset()
	c.Width = 0
	table = c.Table(1, "kernel", "ms")
	table.Row(strings.Repeat("long ", 50), "1.5")
	table.Render()
	if !strings.Contains(out.String(), strings.Repeat("long ", 50)) {
		t.Error("a table that goes to a file was wrapped")
	}
}

func TestTablesOfManyNumbersAreCut(t *testing.T) {
	var out strings.Builder
	c, err := New(&out, &out, "never")
	if err != nil {
		t.Fatal(err)
	}
	c.Width = 40
	table := c.Table(1, "field", "max abs", "max rel", "RMS", "ULP", "ref there", "new there")
	table.Row("density", "1.96e+01", "2.00e-01", "8.64e-01", "1.4e+15", "98.04293468722629", "78.48336634957015")
	table.Render()
	for _, line := range strings.Split(out.String(), "\n") {
		if n := utf8.RuneCountInString(line); n > 40 {
			t.Errorf("a line of %d characters on a terminal of 40: %s", n, line)
		}
	}
	if strings.Count(out.String(), "density") != 3 || strings.Count(out.String(), "78.48336634957015") != 1 || strings.Count(out.String(), "max rel") != 1 {
		t.Errorf("each part begins with the field, and has every number once:\n%s", out.String())
	}
}

func TestJSONHasNoNull(t *testing.T) {
	type entry struct {
		List   []int            `json:"list"`
		Map    map[string][]int `json:"map"`
		Inside []entry          `json:"inside,omitempty"`
		hidden []int
	}
	for _, value := range []any{[]entry(nil), map[string]int(nil), entry{}, []entry{{Inside: []entry{{}}}}, &entry{hidden: nil}, map[string][]int{"a": nil}} {
		var out strings.Builder
		c, err := New(&out, &out, "never")
		if err != nil {
			t.Fatal(err)
		}
		if err := c.JSON(value); err != nil || strings.Contains(out.String(), "null") {
			t.Errorf("%#v: %v\n%s", value, err, out.String())
		}
	}
}

// A name stays whole on a terminal of 80 columns, and no line ends with blanks.
func TestNamesAreNeverCut(t *testing.T) {
	var out strings.Builder
	c := &Console{Out: &out, Width: 80}
	for _, colour := range []bool{false, true} {
		out.Reset()
		c.Colour = colour
		table := c.Table(4, "kernel", "kind", "reads", "writes")
		table.Row("eosgammajacobianproperties", "collection", "rho rhoP rhoT hP hT Yi[ns]", strings.Repeat("rho h ", 10))
		table.Row("preosdensity", "block", "T P Yi[ns]", "rho")
		table.Render()
		for _, line := range strings.Split(out.String(), "\n") {
			if n := utf8.RuneCountInString(line); strings.HasSuffix(line, " ") || !colour && n > 80 {
				t.Errorf("a line of %d characters: %q", n, line)
			}
		}
		if !strings.Contains(out.String(), "eosgammajacobianproperties") {
			t.Errorf("a name was cut:\n%s", out.String())
		}
	}
}

// A column of which no row has anything is not shown.
func TestEmptyColumnsAreHidden(t *testing.T) {
	for rank, shown := range map[string]bool{"": false, "3": true} {
		var out strings.Builder
		c := &Console{Out: &out}
		table := c.Table(1, "field", "rank", "verdict")
		table.Row("density", "", "same")
		table.Row("pressure", rank, "different")
		table.Render()
		if strings.Contains(out.String(), "rank") != shown || !strings.Contains(out.String(), "verdict") {
			t.Errorf("rank %q:\n%s", rank, out.String())
		}
	}
}
