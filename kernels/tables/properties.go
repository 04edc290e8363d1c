package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var (
	kernelRow   = regexp.MustCompile(`^KERNEL\((\w+), "([^"]*)", "([^"]*)", "([^"]*)",\s+"([^"]*)"\)\n`)
	kernelBegin = regexp.MustCompile(`(?m)^KERNEL\(`)
	argument    = regexp.MustCompile(`^\w+(\[ns\])?\??$`)
)

// needs are the words for what must be given before a kernel runs.
var needs = []string{"nothing", "species", "species transport"}

// properties checks the rows of property kernels and makes the files that follow from them.
func properties(sources []source, references map[string]reference, views []view, files map[string]string) error {
	widths := map[string]string{}
	for _, v := range views {
		widths[v.name] = v.width
	}
	include := written("/* ", propertiesFolder, " */") + "#define KERNEL(...) /* rows are for list.h */\n"
	list := written("/* The kernel list. ", propertiesFolder, "") + ` *
 * KERNEL(name, "what it reads", "what it writes", "what must be given before", "meaning"), one line per kernel. g++ and NVRTC read it
 * as macros (the includer defines KERNEL), Go with one regular expression (list.go). The order of the names is the order of the
 * kernel's arguments and of the views handed to it: all reads, then all writes; a name on both sides appears twice.
 *   name      one double per point            name[ns]  one double per point and species
 *   name?     may be absent (a null view): it then reads as NaN
 * The last write is always the flag word of flags.h, which the kernel function returns.
 * Units and meaning of the names: SI, mass specific; design of the collections in doc.go.
 */
`
	seen := map[string]string{}
	for _, s := range sources {
		m := kernelRow.FindStringSubmatch(s.text)
		if m == nil {
			return s.fault(0, `the row KERNEL(name, "reads", "writes", "needs",`+"\n       "+`"meaning") is expected at the top`)
		}
		name, reads, writes, need, meaning := m[1], m[2], m[3], m[4], m[5]
		at := func(word string) int { return max(strings.Index(s.text, word), 0) }
		switch places := kernelBegin.FindAllStringIndex(s.text, -1); {
		case seen[name] != "":
			return s.fault(0, "kernel %s stands in %s too", name, seen[name])
		case len(places) > 1:
			return s.fault(places[1][0], "a second row; one kernel per file is expected")
		case name != s.base():
			return s.fault(0, "kernel %s is expected in the file %s.h", name, name)
		case strings.TrimSpace(meaning) == "":
			return s.fault(at(`""`), "kernel %s has no meaning", name)
		case !slices.Contains(needs, need):
			return s.fault(0, "kernel %s needs '%s'; one of %s is expected", name, need, strings.Join(needs, ", "))
		case !strings.Contains(s.text, "\nfunction real "+name+"("):
			return s.fault(0, "kernel %s: the file defines no 'function real %s(...)'", name, name)
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
				return s.fault(0, "kernel %s: '%s' is given, and %s declares the width of %s as %s", name, word, viewsFile, of, width)
			}
		}
		if len(words) == 0 || words[len(words)-1] != "flag" {
			return s.fault(0, "kernel %s: 'flag' is expected as the last one that it writes", name)
		}
		seen[name] = s.path
		include += fmt.Sprintf("#include \"properties/%s.h\"\n", name)
		list += fmt.Sprintf("KERNEL(%s, %q, %q, %q, %q)\n", name, reads, writes, need, meaning)
	}
	files[propertiesFile], files[listFile] = include+"#undef KERNEL\n", list
	return nil
}
