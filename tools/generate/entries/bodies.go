package entries

import (
	"fmt"
	"slices"
	"strings"
)

// overload is the procedure for arrays of one kind and rank.
func (t *procedureTable) overload(p *procedure, kind string, rank int) string {
	names := []string{"self"}
	lines := []string{fmt.Sprintf("class(%s), intent(in) :: self", p.owner)}
	for _, a := range p.arguments {
		switch {
		case a.name == "var" && rank < 4:
			continue
		case a.name == "q":
			real := map[string]string{"8": "c_double", "4": "c_float"}[kind]
			dimensions := strings.TrimSuffix(strings.Repeat(":, ", rank), ", ")
			lines = append(lines, fmt.Sprintf("real(%s), %s :: q(%s)", real, p.attributes, dimensions))
		case standard[a.name] != "":
			lines = append(lines, standard[a.name])
		default:
			lines = append(lines, t.declared[a.name])
		}
		names = append(names, a.name)
	}
	first := "var"
	if rank < 4 {
		first = "1"
	}
	statement := strings.NewReplacer("{var}", first, "{extents}", "shape(q)").Replace(p.does)
	return subroutine(p.arrayName(kind, rank), names, append(lines, statement))
}

// forwarding is the procedure that passes its arguments on to a function of C.
func (p *procedure) forwarding() string {
	intent := "in"
	if p.then != "" {
		intent = "inout"
	}
	names := []string{"self"}
	lines := []string{fmt.Sprintf("class(%s), intent(%s) :: self", p.owner, intent)}
	var locals, choices []string
	for _, a := range p.arguments {
		names = append(names, a.name)
		if standard[a.name] != "" {
			lines = append(lines, standard[a.name])
			continue
		}
		kind, local := p.calls.find(a.name).fortranKind()
		if a.optional {
			kind += ", optional"
			locals = append(locals, local+" :: chosen_"+a.name)
			choices = append(choices, fmt.Sprintf("chosen_%s = %s", a.name, a.initial), fmt.Sprintf("if (present(%s)) chosen_%s = %s", a.name, a.name, a.name))
		}
		lines = append(lines, kind+" :: "+a.name)
	}
	call := fmt.Sprintf("%s(%s)", p.calls.binding, strings.Join(p.handedOn(), ", "))
	if p.owner == "frame_t" {
		locals = append(locals, "integer(c_int) :: code")
		choices = append(choices, fmt.Sprintf("code = with_frame(self, '%s')", p.name), "if (code == DRAWBRIDGE_OK) code = "+call)
		call = "code"
	}
	lines = slices.Concat(lines, locals, choices, []string{"call settle(" + call + ", stat, errmsg)"})
	if p.then != "" {
		lines = append(lines, p.then)
	}
	return subroutine(p.specificName(), names, lines)
}

// handedOn are the arguments of the function of C.
func (p *procedure) handedOn() []string {
	var list []string
	for _, a := range p.calls.arguments {
		value := p.with[a.name]
		if value == "" {
			value = p.given(a)
		}
		list = append(list, value)
		if a.kind == "text" {
			list = append(list, "int(len("+value+"), c_int)")
		}
	}
	return list
}

// given is what an argument of the function gets: the procedure's argument of that name, or its handle.
func (p *procedure) given(a argument) string {
	if a.name == "handle" {
		return "self%handle"
	}
	name := a.name
	if slices.ContainsFunc(p.arguments, func(b parameter) bool { return b.name == a.name && b.optional }) {
		name = "chosen_" + name
	}
	if a.kind == "int" && a.intent == "" {
		return "narrow(" + name + ")"
	}
	return name
}

// fortranKind is how the module declares an argument, and a variable that may stand for it.
func (a *argument) fortranKind() (kind, local string) {
	switch {
	case a.kind == "text":
		return "character(*), intent(in)", "character(:), allocatable"
	case a.kind == "int":
		return "integer, intent(in)", "integer"
	case a.intent != "":
		return "real(c_double), intent(inout)", "real(c_double)"
	}
	return "real(c_double), intent(in)", "real(c_double)"
}

// subroutine puts a procedure together; neighbours of one kind are declared on one line.
func subroutine(name string, arguments, lines []string) string {
	text := wrapped(fmt.Sprintf("  subroutine %s(%s)", name, strings.Join(arguments, ", ")))
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		kind, _, declares := strings.Cut(line, " :: ")
		for declares && i+1 < len(lines) && strings.HasPrefix(lines[i+1], kind+" :: ") {
			i++
			line += ", " + lines[i][len(kind+" :: "):]
		}
		text += wrapped("    " + line)
	}
	return text + "  end subroutine\n"
}
