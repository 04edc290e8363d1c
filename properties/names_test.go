package properties

import (
	"strings"
	"testing"

	"drawbridge/properties/species"
	"drawbridge/status"
)

// Where a name is mistyped, the message asks first whether the nearest one is meant.
func TestAMistypedNameIsAskedAbout(t *testing.T) {
	_, collection := Lookup("preosThermalPropertys")
	_, block := Lookup("preosDensty")
	_, table := species.Named([]string{"C12H25"})
	_, view := (&OnFields{Collection: "preosdensity"}).named("reads", "Tmp=u", []string{"P", "Temp"}, nil)
	for _, c := range []struct {
		err  error
		want string
	}{
		{collection, "'preosThermalPropertys' is not known; did you mean 'preosthermalproperties'? Collections are "},
		{block, "'preosDensty' is not known; did you mean 'preosdensity'? Collections are "},
		{unknown("x", nil), "'x' is not known; collections are preosrhohfromtpprop "},
		{unknown("sond", []string{"density", "sound"}), "'sond' is not known; did you mean 'sound'? Collections are density sound preosrhohfromtpprop "},
		{CheckOption("conductivity_temprature", "tr"), "; did you mean 'conductivity_temperature'?"},
		{CheckOption("flavour", "sweet"), "; options are gas_constant"}, // nothing is near
		{table, "; did you mean 'C12H26'?"},
		{view, "; did you mean 'Temp'?"},
	} {
		if status.CodeOf(c.err) != status.UnknownName || !strings.Contains(c.err.Error(), c.want) || len(c.err.Error()) > 300 {
			t.Errorf("%v, expected with %q in 300 characters", c.err, c.want)
		}
	}
}
