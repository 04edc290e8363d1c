package properties

import (
	"math"
	"slices"
	"strings"
	"testing"

	"drawbridge/device"
	kernels "drawbridge/kernels/set"
	"drawbridge/properties/owners"
	"drawbridge/properties/species"
	"drawbridge/status"
)

// Where a name is mistyped, the message asks first whether the nearest one is meant.
func TestAMistypedNameIsAskedAbout(t *testing.T) {
	_, collection := Lookup("preosThermalPropertys")
	_, block := Lookup("preosDensty")
	_, table := species.Named([]string{"C12H25"})
	_, view := (&OnFields{Collection: "preosdensity", Call: &Call{}}).named("reads", "Tmp=u", []string{"P", "Temp"}, nil)
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

func TestFactsNameEveryOptionAndEveryArray(t *testing.T) {
	p := &TVProperties{ns: 2, options: Defaults(), chosen: map[string]string{"omega_b": "0.0780", "root": "Liquid", "calorie": "4.184"}}
	e := PengRobinson{W: []float64{1, 2}, Tc: []float64{1, 2}, Pc: []float64{1, 2}, Omega: []float64{0.1, 0.2}, Tmid: []float64{1, 2},
		Low: make([][7]float64, 2), High: make([][7]float64, 2)}
	p.pengRobinson = &e
	facts := p.Facts()
	said := map[string][]string{}
	for _, f := range facts {
		said[f.Name] = f.Values
	}
	for name, want := range map[string][]string{
		"the number of species": {"2"}, "omega": {"0.1", "0.2"}, "kij": {"0", "0", "0", "0"}, "Vc": nil, "dipole": nil,
		"option omega_b": {"0.078"}, "option root": {"liquid"}, "option calorie": {"its default"}, "option omega_a": {"its default"},
	} {
		if got, ok := said[name]; !ok || !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if want := 18 + len(Quantities()) + len(optionList); len(facts) != want {
		t.Errorf("%d facts, want %d", len(facts), want)
	}
	labels := map[string]string{"omega": "omega of species 2", "kij": "kij of species 1 and 2", "nasaLow": "nasaLow(2) of species 1", "option root": "option root"}
	for _, f := range facts {
		if want, ok := labels[f.Name]; ok && f.Label(1) != want {
			t.Errorf("%s: %s, want %s", f.Name, f.Label(1), want)
		}
	}
}

// What a device has counted is taken without a look at the words: there is no device here to copy them from.
func TestFlagsThatADeviceCountedAreNotCopied(t *testing.T) {
	bit := kernels.BuiltIn().Flags()[0]
	counts := new(device.FlagCounts)
	counts[0], counts[1+bit.Bit] = 5, 5
	launch := Launch{Points: 9}
	launch.Ended(device.Done{Flagged: 5, Carried: counts})
	flags, err := new(TVProperties).Flags(launch, false)
	if err != nil || flags.Points[bit.Name] != 5 || len(flags.Points) != 1 || flags.FirstBad != 0 {
		t.Errorf("%+v %v", flags, err)
	}
	if len(flags.Failed) != 1 || flags.Failed[0] != bit.Name {
		t.Errorf("%v failed, %s expected", flags.Failed, bit.Name)
	}
}

// A number of an argument in single precision is not infinite where the caller's is not.
func TestNumbersOfSinglePrecision(t *testing.T) {
	o := newOwn(&owners.Kernel{Arguments: []owners.Argument{{Name: "s", Type: "real(4)"}, {Name: "d", Type: "real(8)"}}})
	for _, c := range []struct {
		name   string
		value  float64
		admits bool
	}{{"s", 3.4e38, true}, {"s", -1e39, false}, {"s", math.Inf(1), true}, {"d", 1e300, true}} {
		if err := o.admits(c.name, c.value); (err == nil) != c.admits {
			t.Errorf("%s=%g: %v", c.name, c.value, err)
		}
	}
}
