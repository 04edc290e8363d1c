package syntax

import "slices"

// derivedType answers the declaration of a derived type that the statement begins, or nil.
func derivedType(t []Token) *Declaration {
	if len(t) < 2 || t[0].Text != "type" || t[0].Class != Name || assignment(t) != "" {
		return nil
	}
	d := &Declaration{Kind: "derived"}
	i := 1
	for i < len(t) && t[i].Text == "," {
		if i+1 >= len(t) {
			return nil
		}
		d.Attrs = append(d.Attrs, t[i+1].Text)
		i += 2
		if i < len(t) && t[i].Text == "(" {
			if t[i-1].Text == "extends" && i+1 < len(t) {
				d.Specific = []string{t[i+1].Text}
			}
			i = closed(t, i) + 1
		}
	}
	if i < len(t) && t[i].Text == "::" {
		i++
	}
	if i != len(t)-1 || t[i].Class != Name {
		return nil
	}
	d.Names = []string{t[i].Text}
	return d
}

// derived reads the components of a derived type.
func (r *reader) derived(b *body, d *Declaration, line int) {
	d.Line = line
	for _, a := range d.Attrs {
		if !slices.Contains([]string{"public", "private", "bind", "extends", "abstract"}, a) && d.Bad == nil {
			d.Bad = trouble("write a plain derived type", "a derived type with %s", a)
		}
	}
	b.unit.Declarations = append(b.unit.Declarations, d)
	for procedures := false; r.at < len(r.file.Lines); {
		row, tokens, bad := r.statement()
		if len(tokens) > 1 && tokens[0].Text == "end" && tokens[1].Text == "type" {
			return
		}
		if len(tokens) == 1 && (tokens[0].Text == "sequence" || tokens[0].Text == "private") {
			continue
		}
		if len(tokens) == 1 && tokens[0].Text == "contains" {
			procedures, d.Bound = true, r.at-1
		}
		if procedures { // their calls are refused where they stand
			if unseen := unseen(tokens); d.Bad == nil && unseen != nil {
				d.Bad = unseen
			} else if d.Bad == nil {
				d.Bad = bad
			}
			continue
		}
		var field *Declaration
		if bad == nil {
			bad = Try(func() { field = component(tokens, row.Number) })
		}
		if field == nil && d.Bad == nil {
			d.Bad = trouble("write scalars and small arrays", "a component that is not read")
			if bad != nil {
				d.Bad = bad
			}
		}
		if field != nil {
			d.Fields = append(d.Fields, field)
		}
	}
	b.bad(line, trouble("end it with end type", "a derived type without its end"))
}

// component reads the declaration of components; a pointer to a procedure is one that nobody reads.
func component(t []Token, line int) *Declaration {
	if len(t) < 2 || t[0].Text != "procedure" || t[1].Text != "(" {
		return typeDeclaration(t, line)
	}
	d := &Declaration{}
	d.procedures(&parser{tokens: t, at: 1})
	return &Declaration{Kind: "type", Line: line, Spec: &TypeSpec{Base: "procedure"}, Attrs: []string{"pointer"}, Entities: d.Entities}
}

// unseen refuses a procedure of a type that is called without its name: by an assignment, or where a variable ends.
func unseen(t []Token) *Trouble {
	switch {
	case len(t) > 0 && t[0].Text == "final":
		return trouble("write a plain derived type", "a derived type with FINAL")
	case len(t) > 0 && t[0].Text == "generic" && slices.ContainsFunc(t, func(x Token) bool { return x.Text == "assignment" }):
		return trouble("write a plain derived type, and call the procedure by its name", "a derived type with an assignment of its own")
	}
	return nil
}
