package console

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Table is a table in the making: the first columns are words, the rest numbers.
type Table struct {
	console *Console
	writer  table.Writer
	words   int
	columns []table.ColumnConfig
	natural []int  // the widest cell of each column
	longest []int  // its longest word: a name that somebody copies is never cut
	filled  []bool // columns of which a row has something
}

// Table begins a table whose first `words` columns are set to the left, the rest to the right.
func (c *Console) Table(words int, header ...string) *Table {
	t := &Table{console: c, writer: table.NewWriter(), words: words, natural: make([]int, len(header)), longest: make([]int, len(header)), filled: make([]bool, len(header)), columns: make([]table.ColumnConfig, len(header))}
	style := table.StyleLight
	style.Format.Header = text.FormatDefault
	style.Options.DrawBorder = false
	style.Options.SeparateColumns = false
	if c.Colour {
		style.Color.Header = text.Colors{text.Bold}
	}
	t.writer.SetStyle(style)
	for i := range header {
		t.columns[i].Number = i + 1
		if i >= words {
			t.columns[i].Align, t.columns[i].AlignHeader = text.AlignRight, text.AlignRight
		}
	}
	t.writer.AppendHeader(t.row(header))
	return t
}

func (t *Table) row(cells []string) table.Row {
	r := make(table.Row, len(cells))
	for i, s := range cells {
		shown := t.console.visible(s)
		r[i] = shown
		if i < len(t.natural) {
			t.natural[i] = max(t.natural[i], text.LongestLineLen(shown))
			for _, word := range strings.Fields(shown) {
				t.longest[i] = max(t.longest[i], text.LongestLineLen(word))
			}
		}
	}
	return r
}

// Row adds one line.
func (t *Table) Row(cells ...string) {
	for i, s := range cells {
		if i < len(t.filled) && s != "" {
			t.filled[i] = true
		}
	}
	t.writer.AppendRow(t.row(cells))
}

// leastColumn is how narrow a column of words may become, in characters.
const leastColumn = 12

// fit makes the widest columns of words narrower, until the table fits the terminal or no column can give more; it answers the
// width of each column, blanks on both sides included, 0 of one that is hidden.
func (t *Table) fit() []int {
	wide := make([]int, len(t.natural))
	total := 0
	for i := range wide {
		if !t.columns[i].Hidden {
			wide[i] = t.natural[i] + 2
			total += wide[i]
		}
	}
	for t.console.Width > 0 && total > t.console.Width {
		widest := -1
		for i := range min(t.words, len(wide)) {
			if wide[i] > max(leastColumn, t.longest[i])+2 && (widest < 0 || wide[i] > wide[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		wide[widest]--
		total--
		t.columns[widest].WidthMax, t.columns[widest].WidthMaxEnforcer = wide[widest]-2, text.WrapSoft
	}
	return wide
}

// parts groups the columns into tables that fit the terminal, each of which begins with the first column.
func (t *Table) parts(wide []int) (parts [][]int) {
	room := 0
	for i := 1; i < len(wide); i++ {
		switch {
		case wide[i] == 0:
		case len(parts) == 0 || t.console.Width > 0 && wide[i] > room:
			parts, room = append(parts, []int{0, i}), t.console.Width-wide[0]-wide[i]
		default:
			parts[len(parts)-1], room = append(parts[len(parts)-1], i), room-wide[i]
		}
	}
	if len(parts) == 0 {
		parts = [][]int{{0}}
	}
	return parts
}

// padding is what a table puts behind the last cell of a line, with the escapes of colours that hold nothing else.
var padding = regexp.MustCompile(`(?m) +((?:\x1b\[\d*m| )*)$`)

// Render writes the table without its empty columns; where it is too wide for the terminal, as several tables, one below the other.
// Lines have no blanks at their end.
func (t *Table) Render() {
	for i := range t.columns {
		t.columns[i].Hidden = !t.filled[i] && slices.Contains(t.filled, true)
	}
	wide := t.fit()
	for _, part := range t.parts(wide) {
		for i := range t.columns {
			t.columns[i].Hidden = !slices.Contains(part, i)
		}
		t.writer.SetColumnConfigs(t.columns)
		fmt.Fprintln(t.console.Out, padding.ReplaceAllStringFunc(t.writer.Render(), func(s string) string { return strings.ReplaceAll(s, " ", "") }))
	}
}
