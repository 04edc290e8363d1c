package entries

import (
	"fmt"
	"strings"

	"drawbridge/tools/generate/table"
)

// standard are the arguments that every procedure of the module has.
var standard = map[string]string{
	"stat":   "integer, intent(out), optional :: stat",
	"errmsg": "character(*), intent(inout), optional :: errmsg",
}

// What stands around that which is written into fortran/drawbridge.f90.
const (
	codesBegin    = "  ! Status codes, written by make generate from status/codes.go.\n"
	flagsBegin    = "  ! Bits of the view flag (test with btest(int(flag), BIT)), written from kernels/flags.h: 0 to 15 are failures.\n"
	listEnd       = "\n" // a blank line
	bindingsBegin = "  contains ! written by make generate from fortran/procedures.txt\n"
	bindingsEnd   = "  end type\n"
)

// withTables puts what follows from the tables into the text of the module.
func withTables(root, module string, list []*section) (string, error) {
	text, err := table.Text(root, proceduresFile)
	if err != nil {
		return "", err
	}
	procedures, err := readProcedures(text, list)
	if err != nil {
		return "", err
	}
	m := writing{module: module}
	m.between("", blocksBegin, blocksEnd, blocks(list))
	for _, b := range procedures.types {
		if !strings.Contains(module, "  type :: "+b.name+"\n") {
			return "", b.line.Fault("fortran/drawbridge.f90 has no type %s", b.name)
		}
		m.between("  type :: "+b.name+"\n", bindingsBegin, bindingsEnd, b.bindings())
		begin := fmt.Sprintf("  ! Procedures of %s that make generate writes from fortran/procedures.txt.\n", b.name)
		m.between("", begin, fmt.Sprintf("\n  ! End of those of %s.\n", b.name), procedures.written(b))
	}
	for _, source := range []struct{ begin, file, row, prefix string }{
		{codesBegin, "status/codes.go", `(?m)^\t(\w+)\s+Code = (\d+)`, "DRAWBRIDGE_"},
		{flagsBegin, "kernels/flags.h", `(?m)^FLAG\((\w+), (\d+), `, "DRAWBRIDGE_FLAG_"},
	} {
		numbers, err := parameters(root, source.file, source.row, source.prefix)
		if err != nil {
			return "", err
		}
		m.between("", source.begin, listEnd, numbers)
	}
	return m.module, m.err
}

// writing is the module while its parts are replaced; it keeps the first failure.
type writing struct {
	module string
	err    error
}

// between replaces what stands between two marks, of which the first one follows a place.
func (w *writing) between(place, begin, end, text string) {
	if w.err != nil {
		return
	}
	at := strings.Index(w.module, place)
	if at < 0 {
		at = len(w.module)
	}
	before, rest, begins := strings.Cut(w.module[at:], begin)
	_, after, ends := strings.Cut("\n"+rest, "\n"+end)
	if !begins || !ends {
		w.err = fmt.Errorf("fortran/drawbridge.f90: the lines that begin ('%s') and end ('%s') a written part are not there", strings.TrimSpace(begin), strings.TrimSpace(end))
		return
	}
	w.module = w.module[:at] + before + begin + text + end + after
}

// parameters are named numbers of the module, read from a list of Drawbridge.
func parameters(root, file, row, prefix string) (string, error) {
	list, err := table.Rows(root, file, row, 10)
	if err != nil {
		return "", err
	}
	longest := 0
	for _, m := range list {
		m[1] = prefix + strings.ToUpper(table.Snake(m[1]))
		longest = max(longest, len(m[1]))
	}
	var b strings.Builder
	for _, m := range list {
		fmt.Fprintf(&b, "  integer, parameter, public :: %-*s = %s\n", longest, m[1], m[2])
	}
	return b.String(), nil
}

// bindings is the list of a type's procedures.
func (b *boundType) bindings() string {
	var text strings.Builder
	for _, p := range b.procedures {
		if specific := p.specifics(); len(specific) > 0 {
			fmt.Fprintf(&text, "    procedure, private :: %s\n", continuedList(specific, "      "))
			fmt.Fprintf(&text, "    generic :: %s => %s\n", p.name, continuedList(specific, "      "))
			continue
		}
		fmt.Fprintf(&text, "    procedure :: %s => %s\n", p.name, p.specificName())
	}
	return text.String()
}

func continuedList(names []string, indent string) string {
	if line := strings.Join(names, ", "); len(line) < 70 {
		return line
	}
	half := len(names) / 2
	return strings.Join(names[:half], ", ") + ", &\n" + indent + strings.Join(names[half:], ", ")
}

func (p *procedure) specificName() string { return strings.TrimSuffix(p.owner, "_t") + "_" + p.name }

// specifics are the procedures behind a generic one.
func (p *procedure) specifics() []string {
	if p.byHand {
		return p.specific
	}
	var names []string
	for _, kind := range p.kinds {
		for _, rank := range p.ranks {
			names = append(names, p.arrayName(kind, rank))
		}
	}
	return names
}

func (p *procedure) arrayName(kind string, rank int) string {
	name := fmt.Sprintf("%s_%d", p.specificName(), rank)
	if kind != "8" {
		name += "_real" + kind
	}
	return name
}

// written are the procedures of a type that follow from the table.
func (t *procedureTable) written(b *boundType) string {
	var text strings.Builder
	for _, p := range b.procedures {
		if p.byHand {
			continue
		}
		text.WriteString("\n")
		for _, line := range p.meaning {
			text.WriteString("  ! " + line + "\n")
		}
		if p.calls != nil {
			text.WriteString(p.forwarding())
		}
		for _, kind := range p.kinds {
			for _, rank := range p.ranks {
				text.WriteString(t.overload(p, kind, rank))
			}
		}
	}
	return text.String()
}
