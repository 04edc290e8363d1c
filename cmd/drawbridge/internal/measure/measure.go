// Package measure runs the benchmark programs, which print a JSON line for each result, and forms
// ratios and pictures of the results.
//
// Here lives finding, running and reading them. Never here: a measurement (the programs in bench/)
// or a table (console).
package measure

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"drawbridge/files"
	"drawbridge/report"
	"drawbridge/tools/picture"

	"gonum.org/v1/plot"
)

// Find answers where a benchmark program is: the one named, else the one installed with the command.
func Find(named, program string) (string, error) {
	if named != "" {
		if _, err := os.Stat(named); err != nil {
			return "", err
		}
		return named, nil
	}
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(self); err == nil {
		self = real
	}
	path := filepath.Join(filepath.Dir(self), "..", "libexec", "drawbridge", program)
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("the program %s is not at %s (a Python wheel has none): install the Debian package, build it with `make`, or name it with --program", program, filepath.Clean(path))
	}
	return filepath.Clean(path), nil
}

// Run starts a program and hands each JSON line to `line` as it comes; other lines go to errors.
func Run(program string, arguments, environment []string, errors io.Writer, line func([]byte) error) error {
	command := exec.Command(program, arguments...)
	command.Env = append(os.Environ(), environment...)
	command.Stderr = errors
	output, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return err
	}
	err = read(output, errors, line)
	if err != nil {
		_, _ = io.Copy(io.Discard, output)
	}
	if failed := command.Wait(); failed != nil {
		return fmt.Errorf("%s: %w", filepath.Base(program), failed)
	}
	return err
}

func read(output io.Reader, errors io.Writer, line func([]byte) error) error {
	lines := 0
	scanner := bufio.NewScanner(output)
	for scanner.Scan() {
		text := bytes.TrimSpace(scanner.Bytes())
		if len(text) == 0 {
			continue
		}
		if text[0] != '{' {
			fmt.Fprintf(errors, "%s\n", text)
			continue
		}
		lines++
		if err := line(text); err != nil {
			return err
		}
	}
	if err := scanner.Err(); err != nil {
		return err
	}
	if lines == 0 {
		return fmt.Errorf("the program printed no result")
	}
	return nil
}

// Line is one line of a benchmark program, by key.
type Line map[string]any

// Number is the value of a term: keys and numbers with * and / between, from left to right; false where a key is missing or a divisor is 0.
func (l Line) Number(term string) (float64, bool) {
	value := 1.0
	for divide, rest := false, term; ; {
		at := strings.IndexAny(rest, "*/")
		key := rest
		if at >= 0 {
			key = rest[:at]
		}
		x, known := l.value(key)
		if constant, err := strconv.ParseFloat(key, 64); err == nil {
			x, known = constant, true
		}
		switch {
		case !known || divide && x == 0:
			return 0, false
		case divide:
			value /= x
		default:
			value *= x
		}
		if at < 0 {
			return value, true
		}
		divide, rest = rest[at] == '/', rest[at+1:]
	}
}

// value is a number of the line, or with a dot that of a part of it.
func (l Line) value(key string) (x float64, known bool) {
	switch v := l[key].(type) {
	case float64:
		return v, true
	case int:
		return float64(v), true
	case int64:
		return float64(v), true
	}
	whole, part, _ := strings.Cut(key, ".")
	parts, _ := l[whole].(map[string]float64)
	x, known = parts[part]
	return x, known
}

// column splits TITLE|TERM|FORMAT: the term is the title where it is not given, and the format one for any number; % is one for shares.
func column(text string) (title, term, format string) {
	parts := append(strings.Split(text, "|"), "", "")
	if parts[1] == "" {
		parts[1] = parts[0]
	}
	switch parts[2] {
	case "":
		parts[2] = "%.6g"
	case "%":
		parts[1], parts[2] = parts[1]+"*100", "%.1f %%"
	}
	return parts[0], parts[1], parts[2]
}

// Titles are those of columns.
func Titles(columns []string) (titles []string) {
	for _, text := range columns {
		title, _, _ := column(text)
		titles = append(titles, title)
	}
	return titles
}

// Cells are the words of a line for columns; empty where it has none.
func (l Line) Cells(columns []string) (cells []string) {
	for _, text := range columns {
		_, term, format := column(text)
		cell := ""
		switch v := l[term].(type) {
		case string:
			cell = strings.ReplaceAll(v, "_", " ")
		case []any:
			cell = strings.Trim(strings.ReplaceAll(fmt.Sprint(v...), " ", " x "), "[]")
		default:
			if x, known := l.Number(term); known {
				cell = fmt.Sprintf(format, x)
			}
		}
		cells = append(cells, cell)
	}
	return cells
}

// Chart says what a picture of lines shows: a curve for each term of Y and each group of lines with the same words at By.
type Chart struct {
	Title, X string
	Y, By    []string
	Unit     string
	Log      bool
}

// Of draws lines. Words at X stand side by side, in the order in which they come.
func (h Chart) Of(lines []Line) *picture.Chart {
	chart := &picture.Chart{Title: h.Title, X: h.X, Y: h.Unit, LogX: h.Log, LogY: h.Log, Width: 20, Height: 10}
	curves, places := map[string]int{}, map[string]float64{}
	for _, l := range lines {
		x, known := l.Number(h.X)
		if word, text := l[h.X].(string); text {
			if _, old := places[word]; !old {
				places[word] = float64(len(places) + 1)
				chart.XTicks = append(chart.XTicks, plot.Tick{Value: places[word], Label: strings.ReplaceAll(word, "_", " ")})
				chart.ExactX = [2]float64{.5, float64(len(places)) + .5}
			}
			x, known = places[word], true
		}
		for _, term := range h.Y {
			y, there := l.Number(term)
			if !known || !there {
				continue
			}
			var words []string
			for _, key := range h.By {
				if v, is := l[key]; is {
					words = append(words, fmt.Sprint(v))
				}
			}
			if len(h.Y) > 1 {
				words = append(words, strings.TrimSuffix(term, "_ns"))
			}
			name := strings.Join(words, ", ")
			if _, old := curves[name]; !old {
				curves[name] = len(chart.Lines)
				chart.Lines = append(chart.Lines, picture.Series{Name: name, Points: true})
			}
			s := &chart.Lines[curves[name]]
			s.X, s.Y = append(s.X, x), append(s.Y, y)
		}
	}
	return chart
}

// OfPlain adds to each variant of an operator how much faster than plain Fortran loops it is, where the run measured those.
func OfPlain(lines []Line) error {
	plain := map[string]float64{}
	measured := false
	for _, l := range lines {
		ms, known := l.Number("ms")
		title := fmt.Sprint(l["operator"], l["precision"])
		measured = measured || known && l["variant"] != "plain Fortran"
		if l["variant"] == "plain Fortran" {
			plain[title] = ms
		} else if known && plain[title] > 0 {
			l["of_plain"] = plain[title] / ms
		}
	}
	if !measured {
		return fmt.Errorf("nothing was measured: no operator, or no variant, has the name that is given")
	}
	return nil
}

// OfLink adds to each transport what its report in a folder says: the bandwidth of the link, and the time that threads packed.
func OfLink(lines []Line, folder string) error {
	for _, l := range lines {
		path := fmt.Sprint(l["transport"])
		text, err := files.Read(filepath.Join(folder, path+".json"), files.MostReport)
		if err != nil {
			return err
		}
		var r report.Report
		if err := json.Unmarshal(text, &r); err != nil {
			return fmt.Errorf("report of %s: %w", path, err)
		}
		in, _ := l.Number("bytes_in")
		out, _ := l.Number("bytes_out")
		ms, timed := l.Number("ms")
		if !timed || !(ms > 0) {
			return fmt.Errorf("the line of %s has no time", path)
		}
		l["device"], l["rate"] = r.Device, max(in, out)/(1e-3*ms)
		if c := r.Limits; c != nil && c.In > 0 && c.Out > 0 {
			l["ceilings"], l["link_ms"] = c, 1e3*max(in/c.In, out/c.Out)
		}
		if packing := 0.0; len(r.Copies) > 0 {
			runs, _ := l.Number("runs")
			for _, copied := range r.Copies {
				packing += 1e3 * copied.Packing / max(runs, 1)
			}
			l["pack_ms"] = packing
		}
	}
	return nil
}
