package frame

import "testing"

// FuzzLauncher: whatever a launcher's variables hold, the place is one of a node, and there is at least one thread.
func FuzzLauncher(f *testing.F) {
	for _, pair := range [][2]string{{"0", "2"}, {"1", "1"}, {"-1", "2"}, {"x", "2"}, {"9223372036854775807", "1"}, {"2147483648", ""}, {"3", "4(x2)"}, {"", ""}} {
		f.Add(pair[0], pair[1], 0)
	}
	f.Fuzz(func(t *testing.T, rank, size string, which int) {
		l := launchers[int(uint(which)%uint(len(launchers)))]
		p := placeOf(map[string]string{l.rank: rank, l.size: size})
		if p.rank < 0 || p.size < 1 || p.rank >= p.size || p.size > mostLocal {
			t.Errorf("%s=%q %s=%q: rank %d of %d", l.rank, rank, l.size, size, p.rank, p.size)
		} else if n := threadsFor(8, 16, p); n < 1 {
			t.Errorf("%d threads for rank %d of %d", n, p.rank, p.size)
		}
	})
}
