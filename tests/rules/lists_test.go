package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	kernels "drawbridge/kernels/set"
	"drawbridge/properties"
	"drawbridge/settings"
)

// rows are the lines of a document's tables that begin with a cell in this form.
func rows(document, begin string) []string {
	var list []string
	for _, line := range strings.Split(document, "\n") {
		if strings.HasPrefix(line, begin) {
			list = append(list, line)
		}
	}
	return list
}

// sameRows compares the rows of a document with those that the code's list makes, in their order.
func sameRows(t *testing.T, document string, have, want []string) {
	t.Helper()
	if len(want) == 0 {
		t.Fatalf("%s: the list of the code is empty", document)
	}
	for i, row := range want {
		if i >= len(have) || !strings.HasPrefix(have[i], row) {
			t.Errorf("%s: row %d is not\n%s", document, i+1, row)
		}
	}
	if len(have) > len(want) {
		t.Errorf("%s has %d rows, the code has %d entries", document, len(have), len(want))
	}
}

// bars replaces what would end a cell of a table.
func bars(text string) string { return strings.ReplaceAll(text, "|sum Yi - 1|", "abs(sum Yi - 1)") }

func TestDocumentsListTheFlags(t *testing.T) {
	var want []string
	for _, f := range kernels.BuiltIn().Flags() {
		want = append(want, fmt.Sprintf("| %d | `%s` | %s |", f.Bit, f.Name, bars(f.Meaning)))
	}
	document := read(t, "docs", "flags.md")
	sameRows(t, "docs/flags.md", append(rows(document, "| 0 "), rowsOfNumbers(document)...), want)
}

func rowsOfNumbers(document string) (list []string) {
	for _, row := range rows(document, "| ") {
		if row[2] >= '1' && row[2] <= '9' {
			list = append(list, row)
		}
	}
	return list
}

func TestDocumentsListTheSettings(t *testing.T) {
	var want []string
	for _, s := range settings.List {
		values, initial := strings.Join(s.Values, ", "), s.Default
		if values == "" {
			values = "-"
		}
		if initial == "" {
			initial = "-"
		}
		want = append(want, fmt.Sprintf("| `%s` | `%s` | %s | %s | %s |", s.Name, s.Environment(), values, initial, s.Meaning))
	}
	sameRows(t, "docs/settings.md", rows(read(t, "docs", "settings.md"), "| `"), want)
}

// Those of which initialize says that they do nothing without a GPU, and no others.
func TestDocumentsNameTheIdleSettings(t *testing.T) {
	var names []string
	for _, found := range regexp.MustCompile(`"(DRAWBRIDGE_[A-Z]+)="`).FindAllStringSubmatch(read(t, "frame", "output.go"), -1) {
		names = append(names, "`"+found[1]+"`")
	}
	if want := strings.Join(names, " and ") + " where no GPU is used"; len(names) == 0 || !strings.Contains(read(t, "docs", "settings.md"), want) {
		t.Errorf("docs/settings.md does not say %q", want)
	}
}

func TestSettingsAreArgumentsOfInitialize(t *testing.T) {
	fortran := read(t, "fortran", "drawbridge.f90")
	for _, s := range settings.List {
		argument := strings.Contains(fortran, "call add_setting(settings, '"+s.Name+"'")
		if argument == strings.Contains(s.Meaning, "(environment only)") {
			t.Errorf("setting %s: argument of initialize: %t, and its meaning says the contrary", s.Name, argument)
		}
	}
}

// A row tells name, values and default; that the default is the code's, setting it shows.
func TestDocumentsListTheOptions(t *testing.T) {
	have := rows(read(t, "docs", "options.md"), "| `")
	var want []string
	for _, o := range properties.OptionList() {
		want = append(want, fmt.Sprintf("| `%s` | %s | ", o.Name, o.Values))
	}
	sameRows(t, "docs/options.md", have, want)
	for _, row := range have {
		cells := strings.Split(row, " | ")
		if len(cells) != 4 {
			t.Errorf("docs/options.md: %d cells in %s", len(cells), row)
			continue
		}
		name, initial := strings.Trim(cells[0], "| `"), cells[2]
		if isDefault, err := properties.IsDefault(name, initial); err != nil || !isDefault {
			t.Errorf("docs/options.md: the default of %s is not %s (%v)", name, initial, err)
		}
	}
}

// Every variant is compared with the host on a GPU.
func TestEveryVariantIsCompared(t *testing.T) {
	var compared []string
	for _, list := range regexp.MustCompile(` variants=([a-z0-9_,]+)\)`).FindAllStringSubmatch(read(t, "cmake", "tests.cmake"), -1) {
		compared = append(compared, strings.Split(list[1], ",")...)
	}
	slices.Sort(compared)
	known := kernels.Variants()
	slices.Sort(known)
	if !slices.Equal(compared, known) {
		t.Errorf("cmake/tests.cmake compares %v, variants are %v", compared, known)
	}
}
