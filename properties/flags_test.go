package properties

import (
	"testing"

	"drawbridge/device"
	kernels "drawbridge/kernels/set"
)

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
