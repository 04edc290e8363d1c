package species

// Checked is what a mechanism file gives of one species, or why it gives nothing.
type Checked struct {
	Species   *Species `json:"species,omitempty"`
	Name      string   `json:"name"`
	Critical  string   `json:"critical"`  // where critical data come from: file, table or estimated
	Transport string   `json:"transport"` // where Lennard-Jones parameters come from: file, table, derived or missing
	Problem   string   `json:"problem,omitempty"`
}

// Check looks at each species of a mechanism on its own, so that every problem is seen at once;
// names nil: the species of the first phase.
func (m *Mechanism) Check(names []string, refuse bool) ([]Checked, error) {
	if names == nil {
		var err error
		if names, err = m.Names(); err != nil {
			return nil, err
		}
	}
	var list []Checked
	for _, name := range names {
		list = append(list, m.checkOne(name, refuse))
	}
	return list, nil
}

func (m *Mechanism) checkOne(name string, refuse bool) Checked {
	answer := Checked{Name: name}
	read, err := m.Species([]string{name})
	if err != nil {
		answer.Problem = err.Error()
		return answer
	}
	given := read[0]
	c, err := Complete(read, refuse)
	if err != nil {
		answer.Problem = err.Error()
		return answer
	}
	answer.Species, answer.Name = &c.Species[0], given.Name
	answer.Critical, answer.Transport = "file", "file"
	switch {
	case len(c.Estimated) > 0:
		answer.Critical = "estimated"
	case len(c.FromTable) > 0:
		answer.Critical = "table"
	}
	switch {
	case len(c.NoTransport) > 0:
		answer.Transport = "missing"
	case len(c.Transport) > 0:
		answer.Transport = "table"
	case given.Sigma == 0:
		answer.Transport = "derived"
	}
	return answer
}
