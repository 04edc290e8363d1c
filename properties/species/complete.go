package species

import (
	"fmt"
	"math"
	"strings"

	"drawbridge/status"
)

// Rule is how critical data are estimated, for a report.
const Rule = "from Lennard-Jones parameters: Tc = 1.2593 eps/k, Vc = (sigma/0.809)^3, Pc = 0.307401 R Tc/Vc, omega = 0"

// Completed is a list of species with everything filled in, and what a reader must be told of it.
type Completed struct {
	Species     []Species
	FromTable   []string // critical data from the built-in table
	Transport   []string // Lennard-Jones parameters from the built-in table
	Dipoles     []string // dipole moments from the built-in table
	Estimated   []string // critical data by Rule
	Associating []string // kappa by the file or by the name, not from the table: name, value, source
	NoTransport []string // nothing is known for transport
}

// Complete fills what a mechanism file does not say: from the built-in table where it has a species
// of that name and molar mass, else by Estimate. A species that has no critical data even so is
// an error; refuse makes an error of estimated ones too.
func Complete(list []Species, refuse bool) (Completed, error) {
	table, err := Table()
	if err != nil {
		return Completed{}, err
	}
	var c Completed
	for _, s := range list {
		if s.Tier == FromFile && s.Kappa > 0 {
			c.Associating = append(c.Associating, fmt.Sprintf("%s %.6g (%s)", s.Name, s.Kappa, s.Source["kappa_assoc"]))
		}
		known, ok := find(table, s.Name)
		if ok && math.Abs(known.W-s.W) < 1e-3*s.W {
			s = c.fill(s, known)
		}
		if s, err = c.settle(s); err != nil {
			return c, err
		}
		c.Species = append(c.Species, s)
	}
	if refuse && len(c.Estimated) > 0 {
		return c, status.Errorf(status.Argument, "critical data of %s would have to be estimated (%s), which missing_critical = refuse forbids: give them in the mechanism file, or as arrays", strings.Join(c.Estimated, " "), Rule)
	}
	return c, nil
}

// fill takes from the table what the file lacks; estimates are made anew from the file's own figures.
func (c *Completed) fill(s, known Species) Species {
	if s.Sigma == 0 {
		s.Sigma, s.Eps, s.Dipole = known.Sigma, known.Eps, known.Dipole
		s.Source["LJ"], s.Source["dipole"] = known.Source["LJ"], known.Source["dipole"]
		c.Transport = append(c.Transport, s.Name)
	}
	if s.Source["dipole"] == "" && known.Dipole > 0 { // files give none where their collision integrals are fitted without
		s.Dipole = known.Dipole
		s.Source["dipole"] = known.Source["dipole"]
		c.Dipoles = append(c.Dipoles, s.Name)
	}
	if s.Tier == FromFile && s.Source["kappa_assoc"] == "" {
		s.Kappa = known.Kappa
		s.Source["kappa_assoc"] = known.Source["kappa_assoc"]
	}
	if known.Tier == Estimated {
		return s
	}
	if s.Vc == 0 {
		s.Vc = known.Vc
		s.Source["Vc"] = known.Source["Vc"]
	}
	if s.Tc == 0 {
		s.Tc, s.Pc, s.Omega, s.Tier = known.Tc, known.Pc, known.Omega, known.Tier
		s.Source["critical"] = known.Source["Tc"]
		c.FromTable = append(c.FromTable, s.Name)
	}
	return s
}

// settle estimates what is still missing.
func (c *Completed) settle(s Species) (Species, error) {
	if s.Sigma == 0 && s.Vc > 0 && s.Tc > 0 { // Chung et al. (1988) the other way round
		s.Sigma, s.Eps = diameter(s.Vc), s.Tc/1.2593
		s.Source["LJ"] = "derived: eps/k = Tc/1.2593, sigma = 0.809 Vc^(1/3)"
	}
	switch {
	case s.Tc == 0 && s.Sigma == 0:
		return s, status.Errorf(status.File, "species %s: the mechanism file has neither critical-parameters nor transport, and the built-in table has no such species", s.Name)
	case s.Tc == 0:
		s = s.Estimate()
		s.Source["critical"], s.Source["Vc"] = "estimated "+Rule, "estimated "+Rule
	case s.Vc == 0 && s.Sigma > 0:
		s.Vc = volume(s.Sigma)
		s.Source["Vc"] = "estimated: (sigma/0.809)^3"
	}
	if s.Tier == Estimated {
		c.Estimated = append(c.Estimated, s.Name)
	}
	if s.Sigma == 0 {
		c.NoTransport = append(c.NoTransport, s.Name)
	}
	return s, nil
}

// Notes tells the reader of a report, each thing once.
func (c Completed) Notes() []string {
	var notes []string
	for _, n := range []struct {
		names []string
		text  string
	}{
		{c.FromTable, "critical data from the built-in table: "},
		{c.Transport, "Lennard-Jones parameters from the built-in table: "},
		{c.Dipoles, "dipole moments from the built-in table: "},
		{c.Estimated, "critical data estimated " + Rule + ": "},
		{c.Associating, "association kappa: "},
		{c.NoTransport, "no transport collections, for want of Lennard-Jones parameters: "},
	} {
		if len(n.names) > 0 {
			notes = append(notes, n.text+strings.Join(n.names, " "))
		}
	}
	return notes
}
