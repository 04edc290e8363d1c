package check

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"drawbridge/tools/port/source"
)

// preprocessed answers the rows that gfortran's preprocessor leaves of a file; those of an #include are in its row. A copy is made
// of them, so that no fault of our preprocessor is on both sides of a comparison. It refuses a file of which ours left others.
func preprocessed(f *source.File, path, folder string, flags []string) ([]string, error) {
	folder, err := os.MkdirTemp(folder, "rows-")
	if err != nil {
		return nil, err
	}
	// An #include of mpif.h that is not there is one of INCLUDE, which copies do without.
	if err := os.WriteFile(filepath.Join(folder, "mpif.h"), []byte("      include 'mpif.h'\n"), 0o644); err != nil {
		return nil, err
	}
	rows := filepath.Join(folder, "rows")
	if err := tool(filepath.Dir(folder), "gfortran", slices.Concat([]string{"-cpp", "-E", "-o", rows, path}, flags, []string{"-I" + folder})...); err != nil {
		return nil, fmt.Errorf("gfortran's preprocessor refuses %s: %w", f.Path, err)
	}
	text, err := os.ReadFile(rows)
	if err != nil {
		return nil, err
	}
	theirs := marked(string(text), path, len(f.Rows))
	for i := range max(len(theirs), len(f.Rows)) {
		if ours, want := rowOf(f.Rows, i), rowOf(theirs, i); ours != want && !f.Keeps(ours) {
			if alike(f, string(text)) {
				return f.Rows, nil
			}
			return nil, fmt.Errorf("%s:%d: the preprocessor of gfortran leaves %q, and that of drawbridge port %q: please report this as an error of drawbridge port", f.Path, i+1, want, ours)
		}
	}
	return theirs, nil
}

// alike says whether the rows are the same in their order; #line, and macros with their arguments in the next line, change numbers.
func alike(f *source.File, text string) bool {
	plain := func(text string) (list []string) {
		for _, line := range strings.Split(strings.TrimPrefix(text, "\xef\xbb\xbf"), "\n") {
			if line = rowOf([]string{line}, 0); line != "" && line[0] != '#' {
				list = append(list, line)
			}
		}
		return list
	}
	return slices.EqualFunc(plain(text), plain(strings.Join(f.Rows, "\n")), func(want, ours string) bool { return ours == want || f.Keeps(ours) })
}

// marked sorts what gfortran -E prints into the n rows of a file, by the lines with which it says where they are from.
func marked(text, path string, n int) []string {
	rows := make([]string, n)
	at, inside, included := 0, true, []string(nil)
	put := func(i int, line string) {
		for len(rows) <= i {
			rows = append(rows, "")
		}
		rows[i] = line
	}
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		var number int
		var name string
		if _, err := fmt.Sscanf(line, "# %d %q", &number, &name); err == nil {
			if inside = name == path; inside {
				at = number - 1
			}
			if inside && len(included) > 0 {
				put(at-1, strings.Join(included, "\n"))
				included = nil
			}
			continue
		}
		if strings.HasPrefix(line, "#") { // a pragma
			line = ""
		}
		if !inside {
			included = append(included, line)
			continue
		}
		put(at, line)
		at++
	}
	if len(rows) > 0 {
		rows[0] = strings.TrimPrefix(rows[0], "\xef\xbb\xbf")
	}
	return rows
}

// rowOf is a row without what blanks differ in.
func rowOf(rows []string, i int) string {
	if i >= len(rows) {
		return ""
	}
	return strings.Join(strings.Fields(rows[i]), " ")
}
