package console

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"drawbridge/files"
)

// Console is where a subcommand writes to.
type Console struct {
	Out, Err io.Writer
	Colour   bool            // on Out
	ready    map[string]bool // texts that need no escapes any more
	Progress bool            // on Err
}

// New decides on colour: when is auto, always or never. Auto asks whether the output is a terminal
// and minds NO_COLOR.
func New(out, err io.Writer, when string) (*Console, error) {
	c := &Console{Out: out, Err: err, Progress: terminal(err)}
	switch when {
	case "auto":
		c.Colour = terminal(out) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	case "always":
		c.Colour = true
	case "never":
	default:
		return nil, fmt.Errorf("--color is %q, expected auto, always or never", when)
	}
	if c.Colour {
		text.EnableColors()
	} else {
		text.DisableColors()
	}
	return c, nil
}

// Sink is where the answer goes. It keeps the first failure, so that a full disk ends in an exit code
// whoever writes; nothing is written after it.
type Sink struct {
	To     io.Writer
	Failed error
}

func (s *Sink) Write(text []byte) (int, error) {
	if s.Failed != nil {
		return 0, s.Failed
	}
	n, err := s.To.Write(text)
	s.Failed = err
	return n, err
}

func terminal(w any) bool {
	if s, wrapped := w.(*Sink); wrapped {
		w = s.To
	}
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Good, Bad and Faint colour a text where colour is on.
func (c *Console) Good(s string) string { return c.paint(s, text.FgGreen, text.Bold) }

// Bad is for what is wrong.
func (c *Console) Bad(s string) string { return c.paint(s, text.FgRed, text.Bold) }

// Faint is for what matters less.
func (c *Console) Faint(s string) string { return c.paint(s, text.Faint) }

func (c *Console) paint(s string, colours ...text.Color) string {
	s = files.OneLine(s)
	if !c.Colour || s == "" {
		return s
	}
	return c.keep(text.Colors(colours).Sprint(s))
}

// Lines is a text of several lines, which stay.
func (c *Console) Lines(s string) string { return c.keep(files.Visible(s)) }

// keep remembers a text that is ready to be printed.
func (c *Console) keep(s string) string {
	if c.ready == nil {
		c.ready = map[string]bool{}
	}
	c.ready[s] = true
	return s
}

// visible makes a text of a file harmless to a terminal and keeps it on its line; what paint and Lines made stays.
func (c *Console) visible(s string) string {
	if c.ready[s] {
		return s
	}
	return files.OneLine(s)
}

// Printf writes a line of the answer. Texts among the values may be a file's: what a terminal would obey is escaped.
func (c *Console) Printf(format string, values ...any) {
	shown := make([]any, len(values))
	for i, value := range values {
		switch v := value.(type) {
		case string:
			value = c.visible(v)
		case error:
			value = c.visible(v.Error())
		case fmt.Stringer:
			value = c.visible(v.String())
		}
		shown[i] = value
	}
	fmt.Fprintf(c.Out, format+"\n", shown...)
}

// JSON writes a value for programs, indented, with a line end.
func (c *Console) JSON(value any) error {
	bytes, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.Out, "%s\n", visibleJSON(bytes))
	return err
}

// visibleJSON escapes what encoding/json leaves and a terminal may obey. It stands within strings alone.
func visibleJSON(text []byte) string {
	var b strings.Builder
	for _, r := range string(text) {
		if shown := string(r); r != utf8.RuneError && files.Visible(shown) != shown {
			fmt.Fprintf(&b, `\u%04x`, r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Table is a table in the making: the first columns are words, the rest numbers.
type Table struct {
	console *Console
	writer  table.Writer
	out     io.Writer
	width   int
}

// Table begins a table whose first `words` columns are set to the left, the rest to the right.
func (c *Console) Table(words int, header ...string) *Table {
	t := &Table{console: c, writer: table.NewWriter(), out: c.Out, width: len(header)}
	style := table.StyleLight
	style.Format.Header = text.FormatDefault
	style.Options.DrawBorder = false
	style.Options.SeparateColumns = false
	if c.Colour {
		style.Color.Header = text.Colors{text.Bold}
	}
	t.writer.SetStyle(style)
	var columns []table.ColumnConfig
	for i := words; i < len(header); i++ {
		columns = append(columns, table.ColumnConfig{Number: i + 1, Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	t.writer.SetColumnConfigs(columns)
	t.writer.AppendHeader(c.row(header))
	return t
}

func (c *Console) row(cells []string) table.Row {
	r := make(table.Row, len(cells))
	for i, s := range cells {
		r[i] = c.visible(s)
	}
	return r
}

// Row adds one line.
func (t *Table) Row(cells ...string) { t.writer.AppendRow(t.console.row(cells)) }

// Section draws a line and names new columns below it.
func (t *Table) Section(header ...string) {
	t.writer.AppendSeparator()
	t.writer.AppendRow(t.console.row(header))
	t.writer.AppendSeparator()
}

// Render writes the table.
func (t *Table) Render() { fmt.Fprintln(t.out, t.writer.Render()) }

// Bar shows progress on the error stream of a terminal, and nothing elsewhere. The function
// answered takes what is done and what there is.
func (c *Console) Bar(what string) (update func(done, total int64), end func()) {
	bars, end := c.Bars()
	return func(done, total int64) { bars(what, done, total) }, end
}

// Bars shows the progress of one work after the other; where a total is not known, it is -1.
func (c *Console) Bars() (update func(what string, done, total int64), end func()) {
	if !c.Progress {
		return func(string, int64, int64) {}, func() {}
	}
	var bar *progressbar.ProgressBar
	shown := ""
	end = func() {
		if bar != nil {
			_ = bar.Finish()
		}
	}
	return func(what string, done, total int64) {
		if bar == nil || what != shown {
			end()
			shown = what
			bar = progressbar.NewOptions64(total, progressbar.OptionSetWriter(c.Err), progressbar.OptionSetDescription(files.OneLine(what)),
				progressbar.OptionClearOnFinish(), progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(100e6))
		}
		_ = bar.Set64(done)
	}, end
}
