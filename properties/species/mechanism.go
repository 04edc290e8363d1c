package species

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"drawbridge/files"
	"drawbridge/status"
	"drawbridge/status/nearest"
)

// Mechanism is a Cantera YAML file: species by name, and the order in which its first phase has them.
type Mechanism struct {
	Path    string
	Phase   string // the first phase; "" where the file has none
	Phases  int
	root    *node
	entries map[string]*node // species by name
	order   []string         // of the entries
	weights map[string]float64
}

// Open reads a mechanism file; a species is looked at when it is asked for.
func Open(path string) (*Mechanism, error) {
	text, err := files.Read(path, files.MostMechanism)
	if err != nil {
		var file *fs.PathError // it repeats the path
		if errors.As(err, &file) {
			err = file.Err
		}
		return nil, status.Errorf(status.File, "mechanism %s: %v", path, err)
	}
	return read(path, text)
}

// read reads the text of a mechanism file.
func read(path string, text []byte) (*Mechanism, error) {
	text = withoutReactions(text)
	root, err := parse(path, text)
	if err != nil {
		return nil, err
	}
	m := &Mechanism{Path: path, root: root, entries: map[string]*node{}, weights: map[string]float64{}}
	if _, err := root.units(); err != nil {
		return nil, err
	}
	if err := m.readElements(); err != nil {
		return nil, err
	}
	return m, m.readEntries()
}

// readElements takes the atomic weights that the file gives, g/mol.
func (m *Mechanism) readElements() error {
	for symbol, weight := range atomicWeights {
		m.weights[symbol] = weight
	}
	section := m.root.get("elements")
	if section == nil {
		return nil
	}
	items, err := section.items()
	if err != nil {
		return err
	}
	for _, item := range items {
		symbol, err := item.need("symbol")
		if err != nil {
			return err
		}
		weight, err := item.need("atomic-weight")
		if err != nil {
			return err
		}
		name, err := symbol.text()
		if err != nil {
			return err
		}
		if m.weights[name], err = weight.positive(none); err != nil {
			return err
		}
	}
	return nil
}

// readEntries indexes the section `species` and the sections of this file that phases name.
func (m *Mechanism) readEntries() error {
	phases, err := m.phases()
	if err != nil {
		return err
	}
	sections := []string{"species"}
	for _, phase := range phases {
		for _, s := range sectionsOf(phase.get("species")) {
			if !slices.Contains(sections, s.place) {
				sections = append(sections, s.place)
			}
		}
	}
	for _, key := range sections {
		if section := m.root.get(key); section != nil {
			if err := m.readSection(section); err != nil {
				return err
			}
		}
	}
	if len(m.entries) == 0 {
		if _, err := m.Names(); err != nil {
			return err // they are in another file
		}
		return m.root.wrong("key 'species' is missing or empty")
	}
	return nil
}

// sectionsOf gives the maps of a section to names in a phase's list of species.
func sectionsOf(list *node) (sections []*node) {
	if list == nil || list.isNothing() || list.is("all") {
		return nil
	}
	items, err := list.items()
	if err != nil {
		return nil // who reads the list complains
	}
	for _, item := range items {
		if item.isMap() {
			pairs, _ := item.items()
			sections = append(sections, pairs...)
		}
	}
	return sections
}

func (m *Mechanism) readSection(section *node) error {
	items, err := section.items()
	if err != nil {
		return err
	}
	for _, item := range items {
		key, err := item.need("name")
		if err != nil {
			return err
		}
		name, err := key.text()
		if err != nil {
			return err
		}
		if m.entries[name] != nil {
			return item.wrong("key 'name': species %s is defined twice in this file", name)
		}
		m.entries[name] = &node{item.yaml, &node{section.yaml, m.root, ""}, "species " + name}
		m.order = append(m.order, name)
	}
	return nil
}

func (m *Mechanism) phases() ([]*node, error) {
	section := m.root.get("phases")
	if section == nil {
		return nil, nil
	}
	return section.items()
}

// Names gives the species of the first phase in its order; of a file without phases, all species.
func (m *Mechanism) Names() ([]string, error) {
	phases, err := m.phases()
	if err != nil || len(phases) == 0 {
		return m.order, err
	}
	m.Phases = len(phases)
	name, err := phases[0].need("name")
	if err != nil {
		return nil, err
	}
	if m.Phase, err = name.text(); err != nil {
		return nil, err
	}
	list := (&node{phases[0].yaml, m.root, "phase " + m.Phase}).get("species")
	if list == nil || list.isNothing() || list.is("all") {
		return m.order, nil
	}
	return m.listed(list)
}

// listed reads a phase's list of species: names, or maps of a section to names.
func (m *Mechanism) listed(list *node) ([]string, error) {
	items, err := list.items()
	if err != nil {
		return nil, err
	}
	var names []string
	for _, item := range items {
		if !item.isMap() {
			name, err := item.text()
			if err != nil {
				return nil, err
			}
			names = append(names, name)
		}
	}
	for _, s := range sectionsOf(list) {
		more, err := m.taken(s)
		if err != nil {
			return nil, err
		}
		names = append(names, more...)
	}
	return names, nil
}

// taken gives the species that a phase takes from a section of this file.
func (m *Mechanism) taken(from *node) ([]string, error) {
	if strings.Contains(from.place, "/") {
		return nil, from.parent.parent.wrong("%s are defined in another file (%s): copy them into this one, or name the species that you want", inWords(from), from.place)
	}
	section := m.root.get(from.place)
	if section == nil {
		return nil, from.parent.parent.wrong("there is no section '%s' in this file", from.place)
	}
	if !from.is("all") {
		return m.listed(from)
	}
	items, err := section.items()
	if err != nil {
		return nil, err
	}
	var names []string
	for _, item := range items { // readSection has seen each name
		names = append(names, item.get("name").yaml.Value)
	}
	return names, nil
}

// inWords names the species that a phase takes from a section.
func inWords(from *node) string {
	items, err := from.items()
	if err != nil {
		return "species"
	}
	var names []string
	for _, item := range items {
		names = append(names, item.yaml.Value)
	}
	return "species " + abridged(names)
}

// Species gives species of the file as it has them, in this order; nil: those of Names. What the
// file does not say is zero: Complete fills it.
func (m *Mechanism) Species(names []string) ([]Species, error) {
	if names == nil {
		var err error
		if names, err = m.Names(); err != nil {
			return nil, err
		}
	}
	var list []Species
	for _, name := range names {
		entry, err := m.entry(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		s, err := entry.species(m.weights)
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

// entry finds a species by its name; case counts only where two names differ by it alone.
func (m *Mechanism) entry(name string) (*node, error) {
	if e := m.entries[name]; e != nil {
		return e, nil
	}
	var alike []string
	for _, other := range m.order {
		if strings.EqualFold(other, name) {
			alike = append(alike, other)
		}
	}
	if len(alike) == 1 {
		return m.entries[alike[0]], nil
	}
	if elsewhere := m.elsewhere(name); elsewhere != "" {
		return nil, status.Errorf(status.UnknownName, "mechanism %s: species '%s' is defined in another file (%s): copy it into this one", m.Path, name, elsewhere)
	}
	return nil, status.Errorf(status.UnknownName, "mechanism %s: species '%s' is not defined there%s", m.Path, name, nearest.Known(name, "it defines", m.order, ""))
}

// elsewhere is the section of another file from which a phase takes the species; "" where none says so.
func (m *Mechanism) elsewhere(name string) string {
	phases, err := m.phases()
	if err != nil {
		return ""
	}
	for _, phase := range phases {
		for _, section := range sectionsOf(phase.get("species")) {
			names, err := section.items()
			if err != nil || !strings.Contains(section.place, "/") {
				continue
			}
			if slices.ContainsFunc(names, func(n *node) bool { return n.is(name) }) {
				return section.place
			}
		}
	}
	return ""
}

// abridged keeps a long list of names readable.
func abridged(names []string) string {
	const most = 80
	text := strings.Join(names[:min(most, len(names))], " ")
	if len(names) > most {
		text += " ..."
	}
	return text
}
