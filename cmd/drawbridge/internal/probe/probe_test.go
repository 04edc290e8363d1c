package probe

import "testing"

func TestTheProcessorIsNamed(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"processor\t: 0\nmodel name\t: AMD EPYC 9654\nflags\t: fpu\n", "AMD EPYC 9654"},
		{"processor\t: 0\nBogoMIPS\t: 2000.00\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU part\t: 0xd4f\n", "arm64, implementer 0x41, part 0xd4f"},
		{"processor\t: 0\n", "unknown"},
	} {
		if got := processorOf(c.text); got != c.want {
			t.Errorf("%q, expected %q", got, c.want)
		}
	}
}
