package properties

import (
	"strings"
	"testing"

	"drawbridge/properties/species"
	"drawbridge/status"
)

// Where a name is mistyped, the message ends with the one that may be meant.
func TestAMistypedNameIsAskedAbout(t *testing.T) {
	_, collection := Lookup("preosThermalPropertys")
	_, block := Lookup("preosDensty")
	_, table := species.Named([]string{"C12H25"})
	_, view := (&OnFields{Collection: "preosdensity"}).named("reads", "Tmp=u", []string{"P", "Temp"})
	for _, c := range []struct {
		err  error
		want string
	}{
		{collection, "; did you mean 'preosthermalproperties'?"},
		{block, "; did you mean 'preosdensity'?"},
		{CheckOption("conductivity_temprature", "tr"), "; did you mean 'conductivity_temperature'?"},
		{CheckOption("flavour", "sweet"), " chung_b7"}, // nothing is near
		{table, "; did you mean 'C12H26'?"},
		{view, "; did you mean 'Temp'?"},
	} {
		if status.CodeOf(c.err) != status.UnknownName || !strings.HasSuffix(c.err.Error(), c.want) {
			t.Errorf("%v, expected to end with %q", c.err, c.want)
		}
	}
}
