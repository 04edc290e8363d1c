package frame

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"drawbridge/status"
	"drawbridge/status/nearest"
	"drawbridge/views"
)

// A view over the species may lie in an array for each species: plan%read('Yi(CH4)', ...) is one of them, by name or number.

// apart parts the name of a view from the species behind it, in parentheses: 'Yi(CH2(S))' is CH2(S) of Yi.
func (p *Plan) apart(name string) (view, species string) {
	name = strings.TrimSpace(name)
	if p.call.Owned() {
		return p.argument(name), ""
	}
	view, rest, found := strings.Cut(name, "(")
	if !found || !strings.HasSuffix(rest, ")") {
		return name, ""
	}
	return strings.TrimSpace(view), strings.TrimSpace(strings.TrimSuffix(rest, ")"))
}

// partName is what messages call a view, or a species of one.
func partName(view string, part int) string {
	if part == 0 {
		return view
	}
	return fmt.Sprintf("%s(%d)", view, part)
}

// part is the number of a species of a view, from 1; 0 where none is said.
func (p *Plan) part(role, view, species string, output bool) (int, error) {
	if species == "" {
		return 0, nil
	}
	what := fmt.Sprintf("plan of %s, %s %s(%s)", p.collection, role, view, species)
	width, err := p.call.Width(view, output)
	if err != nil {
		return 0, status.Wrap(err, "%s: %v", what, err)
	}
	if !slices.Contains(p.perSpecies, view) {
		return 0, status.Errorf(status.Argument, "%s: %s is one number of a point; species in parentheses follow views over the species%s", what, view, ofSpecies(p.perSpecies))
	}
	k, err := p.frame.speciesNumber(species)
	if err != nil {
		return 0, status.Wrap(err, "%s: %v", what, err)
	}
	if k > width {
		return 0, status.Errorf(status.Argument, "%s: %s closes the sum and is not read; leave it out", what, species)
	}
	return k, nil
}

func ofSpecies(names []string) string {
	if len(names) == 0 {
		return ", and this collection has none"
	}
	return ": " + strings.Join(names, " ")
}

// speciesNumber finds a species by its number or its name, of which the case does not matter.
func (f *Frame) speciesNumber(species string) (int, error) {
	if k, err := strconv.Atoi(species); err == nil {
		if k < 1 || k > f.Species {
			return 0, status.Errorf(status.Argument, "species %d, and the Frame has %d", k, f.Species)
		}
		return k, nil
	}
	if f.Names == nil {
		return 0, status.Errorf(status.UnknownName, "the species have no names, because their data came as arrays; give a number from 1 to %d", f.Species)
	}
	k := slices.IndexFunc(f.Names, func(name string) bool { return strings.EqualFold(strings.TrimSpace(name), species) })
	if k < 0 {
		return 0, status.Errorf(status.UnknownName, "no species '%s'%s", species, nearest.Known(species, "species are", f.Names, ""))
	}
	return k + 1, nil
}

// once refuses what a plan has already: the view, that species of it, or the one where it has the other.
func (p *Plan) once(list []*binding, role, view string, a views.HostArray) error {
	for _, b := range list {
		switch {
		case b.view != view:
		case b.array.Part == a.Part:
			return status.Errorf(status.Argument, "plan of %s: %s %s is given twice; use bind to renew it", p.collection, role, b.name)
		case b.array.Part == 0 || a.Part == 0:
			return status.Errorf(status.Argument, "plan of %s: %s %s is given as %s too; give one array of all species, or one for each", p.collection, role, partName(view, a.Part), b.name)
		case b.array.Unit != a.Unit:
			return status.Errorf(status.Argument, "plan of %s: %s %s has another scale or offset than %s; all species of a view have the same", p.collection, role, partName(view, a.Part), b.name)
		}
	}
	return nil
}

// missing names what a plan lacks of an input.
func (p *Plan) missing(view string) (names []string) {
	parts := p.inParts(view)
	switch {
	case len(parts) == 0 && !slices.Contains(p.optional, view):
		return []string{view}
	case len(parts) == 0 || parts[0].array.Part == 0:
		return nil
	}
	width, _ := p.call.Width(view, false)
	for k := 1; k <= width; k++ {
		if !slices.ContainsFunc(parts, func(b *binding) bool { return b.array.Part == k }) {
			names = append(names, partName(view, k))
		}
	}
	return names
}

// inParts are the arrays of an input in the order of the species; one where it has one array.
func (p *Plan) inParts(view string) []*binding {
	list := slices.DeleteFunc(slices.Clone(p.reads), func(b *binding) bool { return b.view != view })
	slices.SortFunc(list, func(a, b *binding) int { return a.array.Part - b.array.Part })
	return list
}
