package entries

import (
	"fmt"
	"regexp"
	"strings"
)

// forwardMark is where the written part of the functions begins.
const forwardMark = "#include \"call.h\"\n"

// cBodies is what follows the mark in bridge/forward.c.
func cBodies(list []*section) string {
	var b strings.Builder
	for i, s := range list {
		title := fmt.Sprintf("\n/* %d. %s */\n", i+1, s.title)
		for _, f := range s.functions {
			if f.byHand {
				continue
			}
			b.WriteString(title + "\n" + f.body())
			title = ""
		}
	}
	return b.String()
}

// body is the C function: on one line where it fits.
func (f *function) body() string {
	c, _ := f.call() // checked as the table was read
	macro := "MODERN"
	if f.nothing {
		macro = "LEGACY"
	}
	if f.everyStep {
		macro += "_STEP"
	}
	statement := fmt.Sprintf("%s(%s(%s));", macro, c.export, strings.Join(append(c.passed, "message"), ", "))
	short := f.prototype(1000) + " { " + statement + " }\n"
	if c.bundle == "" && len(short) <= width {
		return short
	}
	return f.prototype(width) + "\n{\n" + brokenC(c.bundle) + brokenC(statement) + "}\n"
}

// continued is where a list begins: the arguments of a Go export, or the members of a struct.
var continued = regexp.MustCompile(`^.*?(\{|\(go\w+\()`)

// brokenC is a statement within a function, continued where its list begins.
func brokenC(statement string) string {
	if statement == "" {
		return ""
	}
	begin := len(continued.FindString(statement))
	return strings.Join(wrap(statement, width, "    ", strings.Repeat(" ", 4+begin)), "\n") + "\n"
}

// goExport is a call of a Go export in C.
type goExport struct {
	export string
	bundle string // declares a struct of types.h that holds some of the arguments; "": there is none
	passed []string
}

var (
	bundled  = regexp.MustCompile(`^bridge_\w+\{[^{}]*\}$`)
	callItem = regexp.MustCompile(`bridge_\w+\{[^{}]*\}|[^ ]+`)
	literalC = regexp.MustCompile(`^(-?\d+|"\w*"|NULL)$`)
)

// call reads the line 'calls', or makes it where there is none.
func (f *function) call() (goExport, error) {
	if f.calls == "" {
		c := goExport{export: "go" + camel(strings.TrimPrefix(f.name, "drawbridge_"))}
		for _, a := range f.arguments {
			c.passed = append(c.passed, a.passed(true)...)
		}
		return c, nil
	}
	export, items, _ := strings.Cut(strings.TrimSuffix(f.calls, ")"), "(")
	c := goExport{export: export}
	for _, item := range callItem.FindAllString(items, -1) {
		if !bundled.MatchString(item) {
			values, err := f.values(item, true)
			if err != nil {
				return c, err
			}
			c.passed = append(c.passed, values...)
			continue
		}
		kind, members, _ := strings.Cut(strings.TrimSuffix(item, "}"), "{")
		values, err := f.values(members, false)
		if err != nil {
			return c, err
		}
		name := strings.TrimPrefix(kind, "bridge_")
		c.bundle = fmt.Sprintf("const struct %s %s = {%s};", kind, name, strings.Join(values, ", "))
		c.passed = append(c.passed, name)
	}
	return c, nil
}

// values are items of the line 'calls' in C.
func (f *function) values(items string, cast bool) ([]string, error) {
	var list []string
	for _, item := range strings.Fields(items) {
		if literalC.MatchString(item) {
			list = append(list, item)
			continue
		}
		a := f.find(item)
		if a == nil {
			return nil, fmt.Errorf("'%s' is neither an argument nor a number, a text in quotes or NULL", item)
		}
		list = append(list, a.passed(cast)...)
	}
	return list, nil
}

func (f *function) find(name string) *argument {
	for i := range f.arguments {
		if f.arguments[i].name == name {
			return &f.arguments[i]
		}
	}
	return nil
}

// checkCall refuses a function whose call cannot be written, or loses an argument.
func (f *function) checkCall() error {
	switch {
	case f.byHand && (f.calls != "" || f.everyStep):
		return fmt.Errorf("it is written by hand, so 'calls' and 'every step' say nothing")
	case f.byHand:
		return nil
	case f.calls == "" && !strings.HasPrefix(f.name, "drawbridge_"):
		return fmt.Errorf("which Go export it calls is missing: write 'calls goNAME(ARGUMENTS)', or 'by hand'")
	}
	c, err := f.call()
	if err != nil {
		return err
	}
	text := c.bundle + " " + strings.Join(c.passed, " ")
	for _, a := range f.arguments {
		if !regexp.MustCompile(`\b` + a.name + `\b`).MatchString(text) {
			return fmt.Errorf("%s does not get %s", c.export, a.name)
		}
	}
	return nil
}

// passed is an argument as C hands it on. The types of cgo know no const.
func (a argument) passed(cast bool) []string {
	pointer := ""
	switch {
	case !cast:
	case a.kind == "text" || a.kind == "address const char":
		pointer = "(char *)"
	case a.intent == "in":
		pointer = "(" + cTypes[a.kind] + "*)"
	}
	switch a.kind {
	case "text":
		return []string{pointer + a.name, a.name + "_length"}
	case "buffer":
		return []string{a.name, a.name + "_size"}
	}
	return []string{pointer + a.name}
}

// camel turns plan_create into PlanCreate.
func camel(name string) string {
	var b strings.Builder
	for _, word := range strings.Split(name, "_") {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}
