package check

import (
	"fmt"
	"os/exec"
	"regexp"
	"strings"

	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

// types are the types that gfortran gives to the names of procedures: procedure, name, and what its dump prints.
type types map[string]map[string]string

var (
	dumpedProcedure = regexp.MustCompile(`^\s*procedure name = (\S+)`)
	dumpedName      = regexp.MustCompile(`^\s*symtree: '([^']*)'\s*\|\| symbol: '([^']*)'`)
	dumpedType      = regexp.MustCompile(`^\s*type spec : \((.*)\)\s*$`)
)

// dump asks gfortran for the types of all names of a file. It gives none where this compiler cannot print them.
func (t types) dump(folder, path string, flags []string) {
	command := exec.Command("gfortran", append([]string{"-fsyntax-only", "-fdump-fortran-original", "-std=legacy", "-w", path}, flags...)...)
	command.Dir = folder
	out, err := command.Output()
	if err != nil {
		return
	}
	t.read(string(out))
}

// unknown is a type that is not compared.
const unknown = "UNKNOWN"

// read takes the text of -fdump-fortran-original. Two procedures with one name are left out.
func (t types) read(text string) {
	var names map[string]string
	name := ""
	for _, line := range strings.Split(text, "\n") {
		if m := dumpedProcedure.FindStringSubmatch(line); m != nil {
			names = map[string]string{}
			if _, twice := t[m[1]]; twice {
				t[m[1]] = nil
			} else {
				t[m[1]] = names
			}
		} else if m := dumpedName.FindStringSubmatch(line); m != nil {
			if name = m[1]; m[1] != m[2] { // renamed by use
				name = ""
			}
		} else if m := dumpedType.FindStringSubmatch(line); m != nil && names != nil && name != "" {
			if _, twice := names[name]; twice { // a BLOCK or an ASSOCIATE hides it
				m[1] = unknown
			}
			names[name] = m[1]
			name = ""
		}
	}
}

// compare counts the names of a routine whose type gfortran confirms; trouble names one that it takes for something else.
func (t types) compare(r *translate.Routine) (agreed int, trouble string) {
	names := t[r.Procedure.Name]
	for _, x := range r.Procedure.Scope.Variables() {
		theirs, known := names[x.Name]
		if !known || theirs == unknown || x.Class {
			continue
		}
		if ours := dumped(x.Type); ours == "" || !strings.HasPrefix(theirs+" ", ours+" ") {
			return agreed, fmt.Sprintf("gfortran takes %s for %s, and drawbridge port for %s: please report this as an error of drawbridge port", x.Name, strings.ToLower(theirs), x.Type)
		}
		agreed++
	}
	return agreed, ""
}

// dumped is a type as gfortran prints it, or the beginning of that.
func dumped(t tree.Type) string {
	switch t.Base {
	case tree.Integer:
		return fmt.Sprintf("INTEGER %d", t.Kind)
	case tree.Real:
		return fmt.Sprintf("REAL %d", t.Kind)
	case tree.Logical:
		return fmt.Sprintf("LOGICAL %d", t.Kind)
	case tree.Character:
		return "CHARACTER"
	case tree.Derived:
		return "DERIVED " + t.Def.Name
	}
	return ""
}
