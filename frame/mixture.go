package frame

import (
	"strings"

	"drawbridge/properties"
	"drawbridge/settings"
	"drawbridge/status"
)

// mixture finds the data of species that were named, or that a mechanism file has, and settles the
// number of species; nil where the host gives the data later. It checks what initialize was told.
func (f *Frame) mixture() (*properties.Mixture, error) {
	mechanism, refuse := f.values["mechanism"], f.values["missing_critical"] == "refuse"
	nothingSaid := f.Species == 0 && len(f.Names) == 0
	if mechanism != "" && nothingSaid {
		f.Names = nil
	} else if f.GridsAlone && nothingSaid && f.MaxBlock > 0 && f.Variables >= 0 {
		return nil, nil
	} else if err := f.check(); err != nil {
		return nil, err
	}
	var m properties.Mixture
	var err error
	switch {
	case mechanism != "":
		m, err = properties.FromMechanism(mechanism, f.Names, refuse)
		if err != nil {
			err = status.Wrap(err, "setting mechanism: %v", err)
		}
	case f.Names != nil:
		m, err = properties.Named(f.Names, refuse)
	default:
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if f.Species != 0 && f.Species != len(m.Names) {
		return nil, status.Errorf(status.Argument, "initialize: ns is %d, mechanism %s has %d species; name the ones you want", f.Species, mechanism, len(m.Names))
	}
	f.Species, f.Names = len(m.Names), m.Names
	return &m, f.check()
}

// take gives the collections the data that were found.
func (f *Frame) take(m *properties.Mixture) error {
	if m == nil {
		return nil
	}
	for _, note := range m.Notes {
		f.report.Note("%s", note)
	}
	if err := f.properties.SetPengRobinson(m.PengRobinson); err != nil {
		return err
	}
	if m.Chung == nil {
		return nil
	}
	return f.properties.SetChung(*m.Chung)
}

// SpeciesName gives the name of a species, 1-based; empty where the host gave arrays.
func (f *Frame) SpeciesName(i int) (string, error) {
	if i < 1 || i > f.Species {
		return "", status.Errorf(status.Argument, "species_name: %d, 1 to %d expected", i, f.Species)
	}
	if f.Names == nil {
		return "", nil
	}
	return f.Names[i-1], nil
}

// PengRobinson gives the species data of the equation of state.
func (f *Frame) PengRobinson(data properties.PengRobinson) (err error) {
	if f.ownUnits {
		if data, err = f.properties.InSI(data); err != nil {
			return err
		}
	}
	return f.properties.SetPengRobinson(data)
}

// Chung gives the species data of the transport collections.
func (f *Frame) Chung(data properties.Chung) (err error) {
	if f.ownUnits {
		if data, err = f.properties.TransportInSI(data); err != nil {
			return err
		}
	}
	return f.properties.SetChung(data)
}

// DataUnits says in which units species data come from now on: those of the Frame, or SI.
func (f *Frame) DataUnits(own bool) { f.ownUnits = own }

// firstOptions sets what the setting `options` says: first the argument's, then the environment's,
// which later calls of SetOption do not change.
func (f *Frame) firstOptions() error {
	given, environment := f.Settings["options"], f.Environment["DRAWBRIDGE_OPTIONS"]
	f.fixed = map[string]string{}
	for i, list := range []string{given, environment} {
		pairs := settings.Pairs(list)
		if pairs == nil {
			return status.Errorf(status.Argument, "argument options: '%s' is not name=value,name=value", list)
		}
		for _, pair := range pairs {
			if err := f.properties.SetOption(pair[0], pair[1]); err != nil {
				return status.Wrap(err, "%s: %v", [2]string{"argument options", "DRAWBRIDGE_OPTIONS"}[i], err)
			}
			if i == 1 {
				f.fixed[strings.ToLower(pair[0])] = pair[1]
			}
		}
	}
	return nil
}

// SetOption sets a convention of the equation of state or of transport by name.
func (f *Frame) SetOption(name, value string) error {
	if fixed, ok := f.fixed[strings.ToLower(strings.TrimSpace(name))]; ok {
		f.report.Note("option %s: DRAWBRIDGE_OPTIONS says %s, so the solver's '%s' has no effect", name, fixed, value)
		return properties.CheckOption(name, value)
	}
	return f.properties.SetOption(name, value)
}
