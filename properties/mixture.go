package properties

import (
	"slices"
	"strings"

	"drawbridge/properties/species"
	"drawbridge/status"
)

// Mixture is the data of species that were named: of the built-in table, or of a mechanism file.
type Mixture struct {
	Names        []string
	PengRobinson PengRobinson
	Chung        *Chung   // nil where some species has no Lennard-Jones parameters
	Notes        []string // what a report must say of the data
}

// Named gives species of the built-in table; refuse makes estimated critical data an error.
func Named(names []string, refuse bool) (Mixture, error) {
	list, err := species.Named(names)
	if err != nil {
		return Mixture{}, err
	}
	return mixtureOf(list, refuse)
}

// FromMechanism gives species of a Cantera YAML file in this order; names nil: those of its first phase.
func FromMechanism(path string, names []string, refuse bool) (Mixture, error) {
	file, err := species.Open(path)
	if err != nil {
		return Mixture{}, err
	}
	list, err := file.Species(names)
	if err != nil {
		return Mixture{}, err
	}
	if n := len(list); n < 1 || n > MaxSpecies {
		return Mixture{}, status.Errorf(status.Argument, "mechanism %s: %d species, 1 to %d expected; name the ones you want (species=)", path, n, MaxSpecies)
	}
	m, err := mixtureOf(list, refuse)
	if err != nil {
		return m, status.Wrap(err, "mechanism %s: %v", path, err)
	}
	if m.PengRobinson.Kij, err = file.Kij(list); err != nil {
		return m, err
	}
	m.Notes = append([]string{"mechanism " + path + ": " + strings.Join(m.Names, " ")}, m.Notes...)
	return m, nil
}

func mixtureOf(list []species.Species, refuse bool) (Mixture, error) {
	for i, s := range list {
		if slices.ContainsFunc(list[:i], func(before species.Species) bool { return before.Name == s.Name }) {
			return Mixture{}, status.Errorf(status.Argument, "species %s is named twice, each species is expected once", s.Name)
		}
	}
	c, err := species.Complete(list, refuse)
	if err != nil {
		return Mixture{}, err
	}
	m := Mixture{Names: species.Names(c.Species), Notes: c.Notes()}
	var chung Chung
	p := &m.PengRobinson
	for _, s := range c.Species {
		p.W, p.Tc, p.Pc, p.Omega = append(p.W, s.W), append(p.Tc, s.Tc), append(p.Pc, s.Pc), append(p.Omega, s.Omega)
		p.Tmid, p.Low, p.High = append(p.Tmid, s.Nasa7.Tmid), append(p.Low, s.Nasa7.Low), append(p.High, s.Nasa7.High)
		p.Tlow, p.Thigh = append(p.Tlow, s.Nasa7.Tlow), append(p.Thigh, s.Nasa7.Thigh)
		chung.Vc, chung.Dipole, chung.Kappa = append(chung.Vc, s.Vc), append(chung.Dipole, s.Dipole), append(chung.Kappa, s.Kappa)
		chung.Sigma, chung.Eps = append(chung.Sigma, s.Sigma), append(chung.Eps, s.Eps)
		chung.FullerVolume = append(chung.FullerVolume, fullerVolume(s.Name, s.Composition))
	}
	if len(c.NoTransport) == 0 {
		m.Chung = &chung
	}
	return m, nil
}
