package report

import (
	"testing"

	"drawbridge/files/filestest"
)

// FuzzReport: any JSON is refused, or can be printed, merged and written.
func FuzzReport(f *testing.F) {
	for _, text := range []string{`{"device":"x","kernels":[{"name":"k","calls":1,"seconds":1,"ranks":{"min":1}}],"copies":[{"name":"in q","bytes":-1}],"flags":[{"name":"f","points":1}]}`,
		`{"kernels":[null]}`, `{"ranks":[{"rank":-1,"cpus":[5,3]},{}],"kernels":[{"name":"k"},{"name":"k"}]}`, `{"ceilings":{"in":1}}`, `null`, `[]`, ``} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		filestest.Bounded(t, func() {
			r, err := Parse(text)
			if err != nil {
				return
			}
			_ = r.Text()
			if again, err := Parse(text); err == nil {
				_ = Merge([]*Report{r, again}).Text()
			}
			_, _ = r.JSON()
		})
	})
}
