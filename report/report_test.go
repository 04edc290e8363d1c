package report

import (
	"encoding/json"
	"strings"
	"testing"

	"drawbridge/files/filestest"
)

func TestLinesSumOverCalls(t *testing.T) {
	r := New("host avx512")
	r.Kernel("k", 100, 800, 0.5)
	r.Kernel("k", 50, 400, 0.25)
	r.Copy("in T", 800, 0.1)
	r.Flag("bad_input", 2)
	r.Flag("bad_input", 1)
	data, err := r.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	k := back.Kernels[0]
	if k.Calls != 2 || k.Points != 150 || k.Bytes != 1200 || k.Seconds != 0.75 || back.Flags[0].Points != 3 {
		t.Errorf("got %s", data)
	}
	for _, part := range []string{"host avx512", "in T", "flagged: 3 points bad_input"} {
		if !strings.Contains(r.Text(), part) {
			t.Errorf("the text lacks %q:\n%s", part, r.Text())
		}
	}
}

// Rows of zeros are not shown; views that were never copied are named on one line.
func TestRowsOfZeroAreHidden(t *testing.T) {
	r := New("host")
	r.Skip("in T")
	r.Skip("in T")
	r.Kernel("none", 0, 0, 0)
	r.Kernels[0].Calls = 0
	text := r.Text()
	if text != "Drawbridge on host\nused in place instead of copied, times: in T 2\n" {
		t.Errorf("got %q", text)
	}
	r.Copy("in P", 8, 1)
	if text = r.Text(); strings.Contains(text, "none") || !strings.Contains(text, "in P") {
		t.Errorf("got %q", text)
	}
}

func TestEmptyReportPrints(t *testing.T) {
	if text := New("host").Text(); !strings.Contains(text, "host") {
		t.Errorf("got %q", text)
	}
}

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
