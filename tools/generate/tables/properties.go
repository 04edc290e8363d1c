package tables

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var (
	kernelRow   = regexp.MustCompile(`^KERNEL\((\w+), "([^"]*)", "([^"]*)", "([^"]*)",\s+"([^"]*)"\)\n`)
	kernelBegin = regexp.MustCompile(`(?m)^KERNEL\(`)
	kernelName  = regexp.MustCompile(`^KERNEL\(\w+`)
	comment     = regexp.MustCompile(`(?s)/\*.*?\*/`)
	argument    = regexp.MustCompile(`^\w+(\[ns\])?\??$`)
)

// needs are the words for what must be given before a kernel runs.
var needs = []string{"nothing", "species", "species transport"}

// mismatch holds the arguments of a kernel's function against its row, and says what is wrong, and where. An argument may have a name
// of its own; one that has the name of a view of the row stands in the place of that view.
func mismatch(text, name string, reads, writes []string) (wrong string, at int) {
	begin := "\nfunction real " + name + "("
	at = strings.Index(text, begin) + 1
	inside, _, _ := strings.Cut(text[at+len(begin)-1:], ")")
	given := strings.Split(inside, ",")
	row := append(slices.Clone(reads), writes[:len(writes)-1]...) // all but flag, which the function returns
	bare := func(word string) string { return strings.TrimSuffix(strings.TrimSuffix(word, "?"), "[ns]") }
	var expected []string
	for i, word := range row {
		kind := "real "
		switch perSpecies := strings.Contains(word, "[ns]"); {
		case i < len(reads) && perSpecies:
			kind = "row "
		case i >= len(reads) && perSpecies:
			kind = "output_row "
		case i >= len(reads) && strings.HasSuffix(word, "?"):
			kind = "optional_output "
		case i >= len(reads):
			kind = "real &"
		}
		expected = append(expected, kind+bare(word))
	}
	want := "const parameters &p, " + strings.Join(expected, ", ")
	if len(given) != len(row)+1 {
		return fmt.Sprintf("its function has %d arguments, the row asks for (%s)", len(given), want), at
	}
	for i, word := range given[1:] {
		word = strings.Join(strings.Fields(word), " ")
		kind := expected[i][:len(expected[i])-len(bare(row[i]))]
		argument, is := strings.CutPrefix(word, kind)
		if kind == "real &" && !is {
			argument, is = strings.CutPrefix(word, "output ") // one that need not be computed
		}
		another := argument != bare(row[i]) && slices.ContainsFunc(row, func(other string) bool { return bare(other) == argument })
		if !is || another || strings.ContainsAny(argument, " &") {
			return fmt.Sprintf("argument %d of its function is '%s' where the row has %s; the row asks for (%s)", i+2, word, row[i], want), at
		}
	}
	return "", 0
}

// split cuts a header into its kernels: each begins with its row and ends before the next one. Above the first row stand comments alone.
func (s source) split() ([]source, error) {
	places := kernelBegin.FindAllStringIndex(s.text, -1)
	if len(places) == 0 || strings.TrimSpace(comment.ReplaceAllString(s.text[:places[0][0]], "")) != "" {
		return nil, s.fault(0, `a row KERNEL(name, "reads", "writes", "needs",`+"\n       "+`"meaning") is expected before anything else`)
	}
	var rows []source
	for i, place := range places {
		end := len(s.text)
		if i+1 < len(places) {
			end = places[i+1][0]
		}
		rows = append(rows, source{s.path, s.text[place[0]:end], strings.Count(s.text[:place[0]], "\n")})
	}
	return rows, nil
}

// properties checks the rows of property kernels and makes the files that follow from them.
func properties(sources []source, references map[string]reference, views []view, files map[string]string) error {
	widths := map[string]string{}
	for _, v := range views {
		widths[v.name] = v.width
	}
	include := written("/* ", propertiesFolder, " */") + "#define KERNEL(...) /* rows are for list.h */\n"
	list := ""
	seen := map[string]string{}
	var rows []source
	for _, s := range sources {
		of, err := s.split()
		if err != nil {
			return err
		}
		rows = append(rows, of...)
		include += fmt.Sprintf("#include \"properties/%s.h\"\n", s.base())
	}
	slices.SortStableFunc(rows, func(a, b source) int {
		return strings.Compare(kernelName.FindString(a.text), kernelName.FindString(b.text))
	})
	for _, s := range rows {
		m := kernelRow.FindStringSubmatch(s.text)
		if m == nil {
			return s.fault(0, `the row KERNEL(name, "reads", "writes", "needs",`+"\n       "+`"meaning") is expected`)
		}
		name, reads, writes, need, meaning := m[1], m[2], m[3], m[4], m[5]
		at := func(word string) int { return max(strings.Index(s.text, word), 0) }
		switch {
		case seen[name] != "":
			return s.fault(0, "kernel %s stands in %s too", name, seen[name])
		case strings.TrimSpace(meaning) == "":
			return s.fault(at(`""`), "kernel %s has no meaning", name)
		case !slices.Contains(needs, need):
			return s.fault(0, "kernel %s needs '%s'; one of %s is expected", name, need, strings.Join(needs, ", "))
		case !strings.Contains(s.text, "\nfunction real "+name+"("):
			return s.fault(0, "kernel %s: no 'function real %s(...)' follows its row", name, name)
		case lacking(references, "kernel", name) != "":
			return s.fault(0, "%s", lacking(references, "kernel", name))
		}
		words := append(strings.Fields(reads), strings.Fields(writes)...)
		for _, word := range words {
			if !argument.MatchString(word) {
				return s.fault(0, "kernel %s: '%s' is no argument; NAME, NAME[ns] or NAME? is expected", name, word)
			}
			of, perSpecies := strings.CutSuffix(strings.TrimSuffix(word, "?"), "[ns]")
			switch width := widths[of]; {
			case width == "":
				return s.fault(0, "kernel %s: the view %s is not known; declare it in %s", name, of, viewsFile)
			case perSpecies != (width == "ns"):
				return s.fault(0, "kernel %s: '%s' is given, and %s declares the width of %s as %s; write %s", name, word, viewsFile, of, width, map[bool]string{true: of + "[ns]", false: of}[width == "ns"])
			}
		}
		if len(words) == 0 || words[len(words)-1] != "flag" {
			return s.fault(0, "kernel %s: 'flag' is expected as the last one that it writes", name)
		}
		if wrong, at := mismatch(s.text, name, strings.Fields(reads), strings.Fields(writes)); wrong != "" {
			return s.fault(at, "kernel %s: %s", name, wrong)
		}
		seen[name] = s.path
		list += fmt.Sprintf("KERNEL(%s, %q, %q, %q, %q)\n", name, reads, writes, need, meaning)
	}
	files[propertiesFile], files[listFile] = include+"#undef KERNEL\n", list
	return nil
}
