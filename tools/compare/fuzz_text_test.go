package compare

import (
	"testing"

	"drawbridge/files/filestest"
)

// FuzzTolerances: any file of tolerances is read within bounds, and what is accepted passes the check or is refused by it.
func FuzzTolerances(f *testing.F) {
	for _, text := range []string{"default: {rel: 1e-9}\nfields:\n  T: {abs: 0.01}\n  \"Y_*\": {norm: 1e-8}\nrename: {rho: density}\nonly: [a]\nhalo: 2\nnan: different\n", "halo: -1",
		"fields: {\"[\": {abs: 1}}", "default: &d {abs: .inf}\nfields: {a: *d}", filestest.Bomb(4), "exclude: [[a]]", "\x00", ""} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		filestest.Bounded(t, func() {
			var o Options
			if o.read("t.yaml", text) == nil && o.check() == nil {
				_, _ = o.tolerance("/a/T"), o.wants("/a/T")
				_ = o.renamed("/a/rho")
			}
		})
	})
}

// FuzzTolerance: the flag of one field.
func FuzzTolerance(f *testing.F) {
	for _, text := range []string{"T=abs:1,rel:1e-6,norm:0", "T=abs:", "=", "a=b=c", "T=abs:1,abs:2", "T=abs:nan"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if field, tolerance, err := ParseTolerance(text); err == nil && (field == "" || tolerance.check() != nil) {
			t.Errorf("%q is accepted: %q %+v", text, field, tolerance)
		}
	})
}
