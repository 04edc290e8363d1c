// Package listing writes docs/all_messages.md, which has a row for each message that the library, the command and the
// Python package can give.
//
// Here lives how messages are found in sources. Never here: the text of a message, its cause or its cure.
package listing

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"drawbridge/tools/generate/table"
)

const pageFile = "docs/all_messages.md"

// part is a heading of the page: the folders whose messages it lists, and the pages that help with them.
type part struct{ title, help, folders string }

var parts = []part{
	{"Any call", "[Errors](errors.md), [Arguments](fortran.md#arguments)", "bridge status fortran"},
	{"Settings", "[Settings](settings.md)", "settings"},
	{"Frame, plans, domains and snapshots", "[Fortran](fortran.md), [Run under MPI](mpi.md), [Plans and arrays](messages.md#plans-and-arrays)", "frame domains"},
	{"Collections, species, options and units", "[Collections and views](fortran.md#collections-and-views), [Species](species.md), [Options](options.md), [Use a dimensionless solver](how_to/own_units.md)", "properties"},
	{"Arrays, views and fields", "[Arguments](fortran.md#arguments), [Properties on fields](fields.md), [Use other index orders](how_to/index_orders.md)", "views"},
	{"Stencils and sequences", "[Fields and stencils](stencils.md)", "stencils"},
	{"Ranks", "[Run under MPI](mpi.md)", "mpi"},
	{"Devices", "[Check a machine](doctor.md), [Platforms](platforms.md), [Watch a run](tools.md)", "device"},
	{"Files of snapshots, and their comparison", "[What compare counts as a difference](compare_rules.md), [Write snapshots and restart from them](snapshots.md)", "snapshot report files tools/compare tools/difference tools/evidence tools/hdf5file tools/page tools/picture tools/section tools/series"},
	{"The command line", "`drawbridge COMMAND --help`", "cmd"},
	{"Translating Fortran", "[What port refuses](refused.md), [Port your first routine](first_routine.md)", "tools/port"},
	{"Python", "[Python](python.md)", "python"},
}

// mark is where the written part of the page begins.
const mark = "<!-- `make generate` writes this page from the sources: tools/generate/listing. -->\n"

// Generate gives the page for the sources below the root.
func Generate(root string) (map[string]string, error) {
	written, err := page(root)
	if err != nil {
		return nil, err
	}
	text, err := table.After(root, pageFile, mark, written)
	return map[string]string{pageFile: text}, err
}

func page(root string) (string, error) {
	list, err := cures(root)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, p := range parts {
		codes := map[string][]string{} // by message: its codes
		for _, folder := range strings.Fields(p.folders) {
			found, err := messages(filepath.Join(root, folder))
			if err != nil {
				return "", err
			}
			for _, m := range found {
				if !slices.Contains(codes[m.text], m.code) {
					codes[m.text] = append(codes[m.text], m.code)
				}
			}
		}
		fmt.Fprintf(&b, "\n## %s\n\nHelp: %s.\n", p.title, p.help)
		var whole, reasons strings.Builder
		for _, text := range slices.SortedFunc(maps.Keys(codes), alphabetical) {
			slices.Sort(codes[text])
			code := strings.Join(codes[text], ", ")
			shown, cure := strings.ReplaceAll(text, "|", `\|`), help(text, code, list)
			if code == plain {
				fmt.Fprintf(&reasons, "| `%s` | %s |\n", shown, cure)
			} else {
				fmt.Fprintf(&whole, "| `%s` | %s | %s |\n", shown, code, cure)
			}
		}
		for _, table := range [][2]string{{"\n| message | code | more |\n|---|---|---|\n", whole.String()}, {"\n| reason, at the end of a message | more |\n|---|---|\n", reasons.String()}} {
			if table[1] != "" {
				b.WriteString(table[0] + table[1])
			}
		}
	}
	return b.String(), nil
}

// alphabetical orders messages by their letters, whatever signs they begin with.
func alphabetical(a, b string) int {
	letters := func(s string) string { return strings.ToLower(strings.TrimLeft(s, "… :;,.'\"()=%-")) }
	if c := strings.Compare(letters(a), letters(b)); c != 0 {
		return c
	}
	return strings.Compare(a, b)
}
