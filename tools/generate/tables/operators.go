package tables

import (
	"fmt"
	"go/format"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"drawbridge/kernels/stencils/rows"
	"drawbridge/tools/generate/table"
)

var (
	rowForm  = regexp.MustCompile(`(?ms)^/\* operator (\S*)\n(.*?)\*/`)
	rowLine  = regexp.MustCompile(`^\*   (in place|\w+) *(.*)$`)
	fieldsIn = regexp.MustCompile(`^(\d)(?: to (\d))?(?:, (?:of (\d) )?neighbours too)?$`)
	rowName  = regexp.MustCompile(`^[a-z]\w*$`)
)

// known are the words that begin the lines of a row; those of true may stand several times.
var known = map[string]bool{"meaning": false, "reads": false, "writes": false, "numbers": false, "count": false, "relaxes": false,
	"radius": false, "fields": false, "axis": false, "options": false, "in place": false, "kernel": false, "host": true, "gpu": true}

// operators checks the rows of operators and makes the files that follow from them; the rows of the page's table are the answer.
func operators(sources []source, references map[string]reference, files map[string]string) (string, error) {
	include := written("/* ", operatorsFolder, " */")
	var all []rows.Operator
	places := map[string]string{}
	for _, s := range sources {
		list, err := rowsOf(s)
		if err != nil {
			return "", err
		}
		for _, o := range list {
			at := strings.Index(s.text, "/* operator "+o.Name+"\n")
			if places[o.Name] != "" {
				return "", s.fault(at, "operator %s stands in %s too", o.Name, places[o.Name])
			}
			if wrong := lacking(references, "operator", o.Name); wrong != "" {
				return "", s.fault(at, "%s", wrong)
			}
			places[o.Name] = s.path
		}
		include += fmt.Sprintf("#include \"operators/%s.h\"\n", s.base())
		all = append(all, list...)
	}
	goText, err := goTable(all)
	if err != nil {
		return "", err
	}
	files[operatorsFile], files[stencilsFile], files[tableFile] = include, hostList(all), goText
	return operatorRows(all), nil
}

// rowsOf reads the rows of a header: comments at its top, whose lines are those of a table.
func rowsOf(s source) (list []rows.Operator, err error) {
	found := rowForm.FindAllStringSubmatchIndex(s.text, -1)
	if len(found) == 0 || found[0][0] != 0 {
		return nil, s.fault(0, "a row '/* operator NAME' is expected at the top")
	}
	for _, m := range found {
		name, above := s.text[m[2]:m[3]], strings.Count(s.text[:m[4]], "\n")
		switch {
		case !rowName.MatchString(name):
			return nil, s.fault(m[0], "'%s' is no row of an operator: a name of small letters, digits and underscores is expected", name)
		case slices.ContainsFunc(list, func(other rows.Operator) bool { return other.Name == name }):
			return nil, s.fault(m[0], "operator %s stands twice", name)
		}
		o, err := rowOf(s, name, m[0], table.Lines(s.path, strings.Repeat("\n", above)+s.text[m[4]:m[5]]))
		if err != nil {
			return nil, err
		}
		list = append(list, o)
	}
	return list, reaches(s, list)
}

// rowOf reads the lines of one row, which begins at an offset of the header.
func rowOf(s source, name string, begin int, lines []table.Line) (o rows.Operator, err error) {
	o = rows.Operator{Name: name, Family: s.base(), Writes: 1}
	given := map[string]bool{}
	for _, line := range lines {
		m := append(rowLine.FindStringSubmatch(line.Text), "", "", "")
		word, said := m[1], m[2]
		switch several, ok := known[word]; {
		case word == "":
			return o, line.Fault("operator %s: '%s' is no line of a row; ' *   word     text' is expected", name, line.Text)
		case !ok:
			return o, line.Fault("operator %s: '%s' is not known; the words of a row are %s", name, word, namesOf(known))
		case said == "":
			return o, line.Fault("operator %s: '%s' has no text", name, word)
		case given[word] && !several:
			return o, line.Fault("operator %s: '%s' is given twice", name, word)
		}
		given[word] = true
		if wrong := take(&o, word, said); wrong != "" {
			return o, line.Fault("operator %s: %s", name, wrong)
		}
	}
	for _, word := range []string{"meaning", "reads", "numbers", "count"} {
		if !given[word] {
			return o, s.fault(begin, "operator %s has no %s", name, word)
		}
	}
	switch {
	case given["radius"] && (o.Count == "odd" || o.Count == "half"):
		return o, s.fault(begin, "operator %s: both the count '%s' and 'radius %d' give the radius; one of them is expected", name, o.Count, o.Radius)
	case given["radius"] && o.Reaches == 0:
		return o, s.fault(begin, "operator %s: 'radius %d' is given, and no field is read beyond the point ('neighbours too')", name, o.Radius)
	}
	return o, nil
}

var reachBeside = regexp.MustCompile(`\bbeside<\w+, (\d+)>`)

// reaches refuses point functions that read farther along x than their row says: a halo may end there.
func reaches(s source, list []rows.Operator) error {
	widest := 0
	for _, o := range list {
		switch {
		case o.Count == "odd" || o.Count == "half":
			return nil
		case o.Radius > 0:
			widest = max(widest, o.Radius)
		case o.Reaches > 0 || o.Relaxes():
			widest = max(widest, 1)
		}
	}
	for _, m := range reachBeside.FindAllStringSubmatchIndex(s.text, -1) {
		if reach, _ := strconv.Atoi(s.text[m[2]:m[3]]); reach > widest {
			return s.fault(m[0], "%s reads %d points beside, and the radius of operator %s is %d: say 'radius %d' in its row", s.text[m[0]:m[1]], reach, list[0].Name, widest, reach)
		}
	}
	return nil
}

// take puts a line into an operator; the answer is what is wrong with it.
func take(o *rows.Operator, word, said string) string {
	oneOf := func(list ...string) string {
		if slices.Contains(list, said) {
			return ""
		}
		return fmt.Sprintf("%s is '%s'; one of these is expected: %s", word, said, strings.Join(list, "; "))
	}
	switch word {
	case "meaning":
		o.Meaning = said
	case "numbers":
		o.Numbers = said
	case "reads":
		m := fieldsIn.FindStringSubmatch(said)
		if m == nil {
			return fmt.Sprintf("reads is '%s'; 'N', 'N to M', 'N, neighbours too' or 'N, of M neighbours too' is expected", said)
		}
		o.Least, _ = strconv.Atoi(m[1]) // the pattern admits digits only
		o.Most = o.Least
		if m[2] != "" {
			o.Most, _ = strconv.Atoi(m[2])
		}
		if strings.Contains(said, "neighbours") {
			o.Reaches = o.Least
		}
		if m[3] != "" {
			o.Reaches, _ = strconv.Atoi(m[3])
		}
	case "writes":
		o.Writes, _ = strconv.Atoi(said)
		return oneOf("1", "2")
	case "count":
		o.Count = said
		return oneOf(rows.Counts...)
	case "radius":
		o.Radius, _ = strconv.Atoi(said)
		if o.Radius < 1 || o.Radius > rows.MostRadius || strconv.Itoa(o.Radius) != said {
			return fmt.Sprintf("radius is '%s'; a number from 1 to %d is expected", said, rows.MostRadius)
		}
	case "fields":
		o.Dims = map[string]int{"2-D": 2, "3-D": 3}[said]
		return oneOf("2-D", "3-D")
	case "axis":
		o.Axis = 1 + strings.Index("xyz", said)
		return oneOf("x", "y", "z")
	case "in place":
		o.InPlace = true
		return oneOf("yes")
	case "relaxes":
		o.Colours = map[string][]int{"red black": {0, 1}, "red": {0}, "black": {1}}[said]
		return oneOf("red black", "red", "black")
	case "options":
		if o.Options = []string{}; said != "none" {
			o.Options = strings.Fields(said)
		}
	case "kernel":
		o.Kernel = said
	case "host", "gpu":
		return takeWay(o, word, said)
	}
	return ""
}

// namesOf are the names of a table, in order, for a message.
func namesOf[T any](table map[string]T) string {
	return strings.Join(slices.Sorted(maps.Keys(table)), ", ")
}

// takeWay reads 'NAME', or 'NAME CALL then CALL'.
func takeWay(o *rows.Operator, where, said string) string {
	name, calls, has := strings.Cut(said, " ")
	loop, known := rows.Loops[name]
	ways := namesOf(rows.Loops)
	if needs, ok := rows.GPUWays[name]; where == "gpu" {
		known, loop, ways = ok, map[bool]string{true: "call"}[needs], namesOf(rows.GPUWays)
	}
	switch {
	case !known:
		return fmt.Sprintf("%s: the way '%s' is not known; the ways are %s", where, name, ways)
	case has != (loop != ""):
		return fmt.Sprintf("%s %s: %s", where, name, map[bool]string{true: "it takes no call", false: "its call is missing"}[has])
	}
	way := rows.Way{Name: name}
	if has {
		way.Calls = strings.Split(strings.TrimSpace(calls), " then ")
	}
	if where == "gpu" {
		o.GPU = append(o.GPU, way)
	} else {
		o.Host = append(o.Host, way)
	}
	return ""
}

// hostList is the kernels of the host, for every precision, radius, number of fields and of dimensions that their calls name.
func hostList(all []rows.Operator) string {
	var b strings.Builder
	b.WriteString(written("/* Every kernel of an operator on the host. ", operatorsFolder, " */"))
	seen := map[string]bool{}
	add := func(loop string, o *rows.Operator, call, way string, v rows.Values) {
		if name := o.HostName(call, way, v); !seen[name] {
			seen[name] = true
			fmt.Fprintf(&b, "%s(%s, %s)\n", loop, name, v.Fill(call))
		}
	}
	for _, o := range all {
		if o.Kernel != "" {
			for _, v := range combinations(&o, o.Kernel) {
				add("STENCIL", &o, o.Kernel, "", v)
				if v.S = true; rows.Has(o.Kernel, "S") {
					add("STENCIL", &o, o.Kernel, "s", v)
				}
			}
		}
		for _, way := range o.Host {
			for i, call := range way.Calls {
				name := way.Name
				if i > 0 {
					name += strconv.Itoa(i + 1)
				}
				for _, v := range combinations(&o, call) {
					add(rows.Loops[way.Name], &o, call, name, v)
				}
			}
		}
	}
	return b.String()
}

// combinations are all values of the letters of a call.
func combinations(o *rows.Operator, call string) []rows.Values {
	var list []rows.Values
	each := func(letter string, from, to int) []int {
		if !rows.Has(call, letter) {
			return []int{from}
		}
		var values []int
		for k := from; k <= to; k++ {
			values = append(values, k)
		}
		return values
	}
	for _, precision := range []string{"double", "float"} {
		for _, radius := range each("R", 1, rows.MostRadius) {
			for _, count := range each("N", o.Least, o.Most) {
				for _, flat := range each("D3", 0, 1) {
					list = append(list, rows.Values{T: precision, R: radius, N: count, D3: flat == 0})
				}
			}
		}
	}
	return list
}

// goTable is the rows as a table in Go.
func goTable(all []rows.Operator) (string, error) {
	var b strings.Builder
	b.WriteString(written("// ", operatorsFolder, "") + "\npackage set\n\nimport \"drawbridge/kernels/stencils/rows\"\n\n")
	b.WriteString("// Operators are the rows of all operators.\nvar Operators = []rows.Operator{\n")
	for _, o := range all {
		b.WriteString(strings.TrimPrefix(fmt.Sprintf("%#v", o), "rows.Operator") + ",\n")
	}
	text, err := format.Source([]byte(b.String() + "}\n"))
	return string(text), err
}

const tableHead = "| operator | reads | writes | numbers | meaning |\n|---|---|---|---|---|\n"

// operatorRows are the rows of the page's table.
func operatorRows(all []rows.Operator) string {
	var b strings.Builder
	for _, o := range all {
		reads := strconv.Itoa(o.Least)
		if o.Most > o.Least {
			reads += fmt.Sprintf(" to %d", o.Most)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %d | %s | %s |\n", o.Name, reads, o.Writes, o.Numbers, o.Meaning)
	}
	return b.String()
}
