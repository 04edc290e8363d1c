package entries

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// What stands around the blocks in fortran/drawbridge.f90.
const (
	blocksBegin = "  ! Every bind(C) block, written by make generate from bridge/entries.txt.\n  interface\n"
	blocksEnd   = "  end interface\n\ncontains\n"
)

// blocks are the bind(C) blocks of all functions.
func blocks(list []*section) string {
	var b strings.Builder
	for _, s := range list {
		for _, f := range s.functions {
			if f.binding != "none" {
				b.WriteString(f.block())
			}
		}
	}
	return b.String()
}

// block is the interface of one function.
func (f *function) block() string {
	begin, end := "integer(c_int) function ", "    end function\n"
	if f.nothing {
		begin, end = "subroutine ", "    end subroutine\n"
	}
	var names []string
	declared := declarations{}
	if !f.nothing {
		declared.use("c_int")
	}
	for _, a := range f.arguments {
		for _, one := range a.form().fortran {
			imports, _, _ := strings.Cut(one[0][strings.LastIndex(one[0][:strings.Index(one[0], ")")], "(")+1:], ")")
			declared.add(one[0], strings.TrimPrefix(imports, "kind="), strings.Replace(one[1], "%", a.name, 1))
			name, _, _ := strings.Cut(strings.Replace(one[1], "%", a.name, 1), "(")
			names = append(names, name)
		}
	}
	lines := wrapped(fmt.Sprintf("    %s%s(%s) bind(c, name='%s')", begin, f.binding, strings.Join(names, ", "), f.name))
	if len(declared.imports) > 0 {
		lines += "      import :: " + strings.Join(declared.sorted(), ", ") + "\n"
	}
	for _, d := range declared.list {
		lines += wrapped("      " + d.kind + " :: " + strings.Join(d.names, ", "))
	}
	return lines + end
}

// wrapped continues a long line at blanks, but not within bind(c, name=) or a text in quotes.
func wrapped(line string) string {
	const blank = "\u00a0"
	line = strings.Replace(line, "bind(c, ", "bind(c,"+blank, 1)
	line = quoted.ReplaceAllStringFunc(line, func(text string) string { return strings.ReplaceAll(text, " ", blank) })
	text := ""
	for len([]rune(line)) > width {
		at := strings.LastIndex(string([]rune(line)[:width-2]), " ")
		text += line[:at] + " &\n"
		line = "        " + line[at+1:]
	}
	return strings.ReplaceAll(text+line, blank, " ") + "\n"
}

var quoted = regexp.MustCompile(`'[^']*'`)

// declarations are those of a block: the arguments of one kind stand together.
type declarations struct {
	imports []string
	list    []declaration
}

type declaration struct {
	kind  string
	names []string
}

func (d *declarations) use(name string) {
	if !slices.Contains(d.imports, name) {
		d.imports = append(d.imports, name)
	}
}

// sorted lists what a block imports: integers first, as people write it.
func (d *declarations) sorted() []string {
	order := []string{"c_int", "c_char", "c_double", "c_ptr", "c_funptr"}
	return slices.DeleteFunc(order, func(name string) bool { return !slices.Contains(d.imports, name) })
}

func (d *declarations) add(kind, imports, name string) {
	d.use(imports)
	for i := range d.list {
		if d.list[i].kind == kind {
			d.list[i].names = append(d.list[i].names, name)
			return
		}
	}
	d.list = append(d.list, declaration{kind, []string{name}})
}
