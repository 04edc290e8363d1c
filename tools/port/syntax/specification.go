package syntax

func (d *Declaration) use(p *parser) {
	d.Rename = map[string]string{}
	if p.take(",") {
		d.Attrs = append(d.Attrs, p.name())
	}
	p.take("::")
	d.Module = p.name()
	if !p.take(",") {
		return
	}
	if p.is("only") && p.ahead(1).Text == ":" {
		p.next()
		p.next()
		d.Only = true
	}
	for !p.done() {
		local := p.name()
		if (local == "operator" || local == "assignment") && (p.is("(") || p.is("(/")) {
			end := closed(p.tokens, p.at)
			for ; p.at <= end && p.at < len(p.tokens); p.next() {
				local += p.peek().Text
			}
		}
		if p.take("=>") {
			d.Rename[local] = p.name()
		} else {
			d.Rename[local] = local
		}
		if !p.take(",") {
			return
		}
	}
}

func (d *Declaration) implicit(p *parser) {
	d.Letters = map[byte]*TypeSpec{}
	if p.take("none") {
		if p.is("(") {
			p.arguments()
		}
		return
	}
	for {
		start := p.at
		var spec *TypeSpec
		unread := Try(func() { spec = p.typeSpec() }) // real (a-h, o-z) is no kind
		if spec == nil && unread == nil {
			p.fail("implicit of what")
		}
		if unread != nil || !p.is("(") { // implicit real (a-h): the parentheses were taken for a kind
			p.at = start
			if spec = (&TypeSpec{Base: p.name()}); spec.Base == "double" {
				spec.Base += " " + p.name()
			}
			if full, is := map[string]string{"doubleprecision": "double precision", "doublecomplex": "complex", "double complex": "complex"}[spec.Base]; is {
				spec.Base = full
			}
		}
		p.need("(")
		p.each(func() {
			from := p.name()
			to := from
			if p.take("-") {
				to = p.name()
			}
			if len(from) != 1 || len(to) != 1 {
				p.fail("implicit of letters")
			}
			for c := from[0]; c <= to[0]; c++ {
				d.Letters[c] = spec
			}
		})
		p.need(")")
		if !p.take(",") {
			return
		}
	}
}

// common reads COMMON a, b(3) /name/ c, ...: the block of each name stands in Names.
func (d *Declaration) common(p *parser) {
	block := ""
	for !p.done() {
		switch {
		case p.take("//"):
			block = ""
		case p.take("/"):
			block = ""
			if !p.is("/") {
				block = p.name()
			}
			p.need("/")
		}
		e := Entity{Name: p.name()}
		if p.is("(") {
			e.Dims = p.arguments()
		}
		d.Entities, d.Names = append(d.Entities, e), append(d.Names, block)
		p.take(",")
	}
}

// data reads DATA a, b(2) / 1, 2*0.0 /, ...
func (d *Declaration) data(p *parser) {
	for {
		var objects, values []*Expr
		p.each(func() { objects = append(objects, p.object()) })
		p.need("/")
		p.each(func() {
			v := p.datum()
			if p.take("*") {
				v = &Expr{Binary, "*", []*Expr{v, p.datum()}}
			}
			values = append(values, v)
		})
		p.need("/")
		d.Objects, d.Values = append(d.Objects, objects), append(d.Values, values)
		p.take(",")
		if p.done() {
			return
		}
	}
}

// object is what DATA sets: a name, an element, or an implied loop of them.
func (p *parser) object() *Expr {
	if p.is("(") {
		return p.implied()
	}
	return p.suffixes(p.name())
}

// datum reads a constant with a sign.
func (p *parser) datum() *Expr {
	if p.is("+") || p.is("-") {
		sign := p.next().Text
		return &Expr{Unary, sign, []*Expr{p.datum()}}
	}
	if t := p.peek(); t.Class == Name && p.ahead(1).Class != String {
		p.next()
		return &Expr{Kind: Variable, Text: t.Text}
	}
	return p.primary()
}

// namelist reads NAMELIST /name/ a, b /other/ c, ...: all variables stand in Names.
func (d *Declaration) namelist(p *parser) {
	for !p.done() {
		if p.take("/") {
			p.name()
			p.need("/")
		}
		d.Names = append(d.Names, p.name())
		p.take(",")
	}
}
