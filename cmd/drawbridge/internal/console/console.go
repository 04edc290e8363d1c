// Package console is how the command talks: tables, colour and progress on terminals only, JSON for
// programs.
//
// Here lives layout. Never here: what is laid out.
package console

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"

	"drawbridge/files"

	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/term"
)

// Console is where a subcommand writes to.
type Console struct {
	Out, Err io.Writer
	Colour   bool            // on Out
	AsJSON   bool            // the answer is for a program
	ready    map[string]bool // texts that need no escapes any more
	Width    int             // of the terminal that Out is, in characters; 0: no terminal
}

// New decides on colour: when is auto, always or never. Auto asks whether the output is a terminal
// and minds NO_COLOR.
func New(out, err io.Writer, when string) (*Console, error) {
	c := &Console{Out: out, Err: err, Width: width(out)}
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
	f, ok := file(w)
	return ok && term.IsTerminal(int(f.Fd()))
}

// width is that of a terminal; 0 where the output is none, or does not say.
func width(w any) int {
	f, ok := file(w)
	if !ok {
		return 0
	}
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return columns
}

func file(w any) (*os.File, bool) {
	if s, wrapped := w.(*Sink); wrapped {
		w = s.To
	}
	f, ok := w.(*os.File)
	return f, ok
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

// Bar shows on the error stream, where that is a terminal, how much of a long work is done, on one line that end clears.
func (c *Console) Bar(what string) (update func(done, total int64), end func()) {
	if !terminal(c.Err) {
		return nil, func() {}
	}
	shown := time.Now() // work that is over at once shows nothing
	const line = "\r%-*s"
	width := len(what) + len(" 100 %")
	update = func(done, total int64) {
		if now := time.Now(); total > 0 && now.Sub(shown) >= time.Second/10 {
			shown = now
			fmt.Fprintf(c.Err, line, width, fmt.Sprintf("%s %3d %%", what, 100*done/total))
		}
	}
	return update, func() { fmt.Fprintf(c.Err, line+"\r", width, "") }
}

// JSON writes a value for programs, indented, with a line end. An empty list is [], an empty map {}, never null.
func (c *Console) JSON(value any) error {
	whole := reflect.New(reflect.TypeOf(value)).Elem()
	whole.Set(reflect.ValueOf(value))
	fill(whole)
	bytes, err := json.MarshalIndent(whole.Interface(), "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.Out, "%s\n", visibleJSON(bytes))
	return err
}

// fill makes nil lists and maps empty ones, in place.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			fill(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fill(v.Field(i))
			}
		}
	case reflect.Slice:
		if v.IsNil() {
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		}
		for i := range v.Len() {
			fill(v.Index(i))
		}
	case reflect.Map:
		if v.IsNil() {
			v.Set(reflect.MakeMap(v.Type()))
		}
		for _, key := range v.MapKeys() {
			element := reflect.New(v.Type().Elem()).Elem()
			element.Set(v.MapIndex(key))
			fill(element)
			v.SetMapIndex(key, element)
		}
	}
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
