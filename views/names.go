package views

import (
	"sort"
	"strconv"
	"strings"

	"drawbridge/status"
	"drawbridge/status/nearest"
)

// Find gives a field by name, or a component of one, "Yi(3)", or several that follow each other, "q(6:10)". In EachBlock a name of several blocks is that of the block at hand.
func (s *Fields) Find(name string) (*Field, error) {
	name, err := s.ofBlock(name)
	if err != nil {
		return nil, err
	}
	return s.find(name)
}

// Has tells whether a field is here by its own name.
func (s *Fields) Has(f *Field) bool { return s.fields[f.Name] == f }

func (s *Fields) find(name string) (*Field, error) {
	if f, ok := s.fields[name]; ok {
		return f, nil
	}
	if whole, index, is := strings.Cut(name, "("); is && s.fields[whole] != nil {
		f := s.fields[whole]
		if f.Components == 1 {
			return nil, status.Errorf(status.UnknownName, "field '%s' is not known; field %s has one component, name it without parentheses", name, whole)
		}
		from, to, isRange := strings.Cut(strings.TrimSuffix(index, ")"), ":")
		low, wrong := strconv.Atoi(from)
		high := low
		if isRange && wrong == nil {
			high, wrong = strconv.Atoi(to)
		}
		if wrong == nil && strings.HasSuffix(index, ")") && low >= 1 && low <= high && high <= f.Components {
			return f.Range(low, high), nil
		}
		return nil, status.Errorf(status.UnknownName, "field '%s' is not known; components of %s are %s(1) to %s(%d), several are %s(1:%d)", name, whole, whole, whole, f.Components, whole, f.Components)
	}
	return nil, status.Errorf(status.UnknownName, "field '%s' is not known%s", name, nearest.Known(name, "fields are", s.Names(), ""))
}

// Single is Find for what has one component.
func (s *Fields) Single(name string) (*Field, error) {
	f, err := s.Find(name)
	if err == nil && f.Components > 1 {
		err = status.Errorf(status.Shape, "field %s has %d components; name one of them: %s to %s", name, f.Components, f.Component(1).Name, f.Component(f.Components).Name)
	}
	if err == nil {
		err = f.Lasting()
	}
	return f, err
}

// Names are the fields, sorted.
func (s *Fields) Names() []string {
	names := make([]string, 0, len(s.fields))
	for name := range s.fields {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
