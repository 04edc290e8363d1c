package measure

import (
	"math"
	"testing"
)

func TestLinkAndStep(t *testing.T) {
	small := Domains{Case: "exchange", Bytes: 1 << 20, First: 0.030, Second: 0.050}  // 20 us more
	large := Domains{Case: "exchange", Bytes: 11 << 20, First: 0.080, Second: 0.150} // 70 us
	l, err := Fit(small, large)
	if err != nil {
		t.Fatal(err)
	}
	if rate := 10 * float64(1<<20) / 50e-6; math.Abs(l.Rate-rate) > 1e-6*rate || math.Abs(l.LatencyMs-0.015) > 1e-9 {
		t.Errorf("%+v, a latency of 0.015 ms and %g bytes/s expected", l, rate)
	}
	if got := l.Exchange(float64(large.Bytes)); math.Abs(got-0.070) > 1e-9 {
		t.Errorf("an exchange of the large one takes %g ms, 0.070 expected", got)
	}
	if _, err := Fit(large, small); err == nil {
		t.Error("a fit of fewer bytes in less time is no error")
	}
	for _, c := range []struct {
		alone, exchange, rim float64
		overlaps             bool
		want                 float64
	}{{1, 0.5, 0.25, true, 1}, {1, 2, 0.25, true, 2.25}, {1, 0.5, 0.25, false, 1.5}} {
		if got := Step(c.alone, c.exchange, c.rim, c.overlaps); got != c.want {
			t.Errorf("%+v: %g", c, got)
		}
	}
	if got := RimPart(8, 2, 2); got != 1-0.125 {
		t.Errorf("2 layers at both faces of 8^3 points are %g of it, 0.875 expected", got)
	}
}

// By hand: 64^3 points, 6 faces of 2 layers of 8 bytes are 393216 bytes, 0.3932 ms at 1 GB/s, and 0.1 ms before. On 8 ranks a box of the
// strong case has a quarter of each face, and an eighth of the points.
func TestPredict(t *testing.T) {
	p := Predict(8, 64, 2, 4, Link{0.1, 1e9}, false)
	if math.Abs(p.Weak-(4+0.1+0.393216)) > 1e-9 || math.Abs(p.Strong-(0.5+0.1+0.393216/4)) > 1e-9 || p.Ranks != 8 {
		t.Errorf("%+v", p)
	}
	if weak, strong := p.EfficiencyOf(4); math.Abs(weak-4/4.493216) > 1e-9 || math.Abs(strong-4/(8*0.698304)) > 1e-9 {
		t.Errorf("efficiencies %g and %g", weak, strong)
	}
	if p := Predict(1, 64, 2, 4, Link{}, false); p.Weak != p.Strong {
		t.Errorf("one rank: %+v", p)
	}
}

func TestParseDomains(t *testing.T) {
	line := `{"bench":"domains","case":"wave","ranks":2,"weak":1,"n":16,"fields":1,"layers":4,"periodic":1,"steps":2,"bytes":8,"points":4096,"first_ms": 1.5,"second_ms": 1.0,"third_ms": 0.2}`
	if d, err := ParseDomains([]byte(line), 2); err != nil || d.Marginal() != 0.2 || d.First != 1.5 {
		t.Errorf("%+v, %v", d, err)
	}
	refused := `{"bench":"domains","case":"wave","transport":"nccl","ranks":2,"refused":"no NCCL"}`
	if d, err := ParseDomains([]byte(refused), 2); err != nil || d.Refused != "no NCCL" || d.Transport != "nccl" {
		t.Errorf("%+v, %v", d, err)
	}
	for _, bad := range []string{`{}`, `x`, line[:len(line)-4] + "0}"} {
		if _, err := ParseDomains([]byte(bad), 2); err == nil {
			t.Errorf("%s is no error", bad)
		}
	}
	if _, err := ParseDomains([]byte(line), 3); err == nil {
		t.Error("other ranks are no error")
	}
}
