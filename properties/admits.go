package properties

import (
	kernels "drawbridge/kernels/set"
	"drawbridge/properties/species"
)

// Admits gives the reason why a Frame would refuse these species together, nil where it takes them.
func Admits(list []species.Species) error {
	m, err := mixtureOf(list, false)
	if err != nil {
		return err
	}
	if err := m.PengRobinson.check(len(list)); err != nil {
		return err
	}
	if m.Chung != nil {
		if err := m.Chung.check(len(list)); err != nil {
			return err
		}
	}
	_, _, err = block(kernels.BuiltIn().Layout(), m.PengRobinson, m.Chung, Defaults())
	return err
}
