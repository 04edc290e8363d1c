package measure

import (
	"encoding/json"
	"fmt"
	"math"
)

// Domains is one line of bench_domains: fields over ranks.
type Domains struct {
	Bench     string  `json:"bench"`
	Case      string  `json:"case"` // wave, exchange or poisson
	Transport string  `json:"transport"`
	Refused   string  `json:"refused,omitempty"` // why this transport cannot be used; then there is no more
	Ranks     int     `json:"ranks"`
	Weak      int     `json:"weak"`
	N         int     `json:"n"`
	Fields    int     `json:"fields"`
	Layers    int     `json:"layers"`
	Periodic  int     `json:"periodic"`
	Bytes     int64   `json:"bytes"`     // that a rank sends in an exchange
	Points    int64   `json:"points"`    // of a rank
	First     float64 `json:"first_ms"`  // wave: a step over ranks. exchange: one exchange. poisson: a V-cycle over ranks
	Second    float64 `json:"second_ms"` // wave, poisson: the same on one rank's box alone. exchange: two in one list
	Third     float64 `json:"third_ms"`  // wave: the exchange alone. exchange: one layer of one field. poisson: a solution
}

// ParseDomains reads a line of the run that was asked for.
func ParseDomains(line []byte, ranks int) (Domains, error) {
	var d Domains
	if err := json.Unmarshal(line, &d); err != nil {
		return d, fmt.Errorf("%s: %w", line, err)
	}
	if d.Bench == "domains" && d.Refused != "" {
		return d, nil
	}
	if d.Bench != "domains" || !(d.First > 0 && d.Second > 0 && d.Third > 0) {
		return d, fmt.Errorf("%s: no result of bench_domains", line)
	}
	if d.Ranks != ranks {
		return d, fmt.Errorf("%d ranks were started, and %d came: the mpirun is of another MPI than the program; name the right one with --mpirun", ranks, d.Ranks)
	}
	return d, nil
}

// Rate is what a rank sends, in bytes per second, while an exchange goes on in a list.
func (d Domains) Rate() float64 { return float64(d.Bytes) / (1e-3 * d.Marginal()) }

// Marginal is the ms of an exchange within a list: two of them less one, where that is above 0.
func (d Domains) Marginal() float64 {
	if d.Case == "exchange" && d.Second > d.First {
		return d.Second - d.First
	}
	if d.Case == "exchange" {
		return d.First
	}
	return d.Third
}

// Link is a way between ranks: what an exchange costs at least, and bytes per second of a rank.
type Link struct{ LatencyMs, Rate float64 }

// Fit finds a link from an exchange of few bytes and one of many.
func Fit(small, large Domains) (Link, error) {
	bytes, ms := float64(large.Bytes-small.Bytes), large.Marginal()-small.Marginal()
	if bytes <= 0 || ms <= 0 {
		return Link{}, fmt.Errorf("an exchange of %d bytes took %.4f ms and one of %d bytes %.4f ms: no bandwidth follows", small.Bytes, small.Marginal(), large.Bytes, large.Marginal())
	}
	rate := bytes / (1e-3 * ms)
	return Link{math.Max(0, small.Marginal()-1e3*float64(small.Bytes)/rate), rate}, nil
}

// Exchange is the ms for so many bytes.
func (l Link) Exchange(bytes float64) float64 { return l.LatencyMs + 1e3*bytes/l.Rate }

// Step predicts the ms of a step: the exchange, then the points. Where they go at the same time (DRAWBRIDGE_OVERLAP=always), the points that
// wait for no halo go beside the exchange, and the rim, which takes its part of the step, after both.
func Step(alone, exchange, rimPart float64, overlaps bool) float64 {
	if !overlaps {
		return alone + exchange
	}
	return math.Max(alone*(1-rimPart), exchange) + alone*rimPart
}

// Prediction is what a model says of a wave on many ranks.
type Prediction struct {
	Ranks        int
	Weak, Strong float64 // ms of a step: n^3 points for each rank, and n^3 in all
}

// EfficiencyOf is the part of the ideal that each of both has, where one rank needs so many ms.
func (p Prediction) EfficiencyOf(one float64) (weak, strong float64) {
	return one / p.Weak, one / (p.Strong * float64(p.Ranks))
}

// Predict is the step of cubes on so many ranks that exchange six faces of layers of doubles over a link. alone is the ms of n^3 points
// without an exchange. Points of a smaller box take their part of that, which is the best that they can.
func Predict(ranks, n, layers int, alone float64, link Link, overlaps bool) Prediction {
	step := func(side, ms float64) float64 {
		const faces, bytes = 6, 8
		return Step(ms, link.Exchange(faces*bytes*float64(layers)*side*side), RimPart(int(side), layers, 2), overlaps)
	}
	return Prediction{ranks, step(float64(n), alone), step(float64(n)/math.Cbrt(float64(ranks)), alone/float64(ranks))}
}

// RimPart is the part of the points of an n^3 box that lies within so many layers of faces.
func RimPart(n, layers, facesOfAnAxis int) float64 {
	core := math.Max(0, float64(n-facesOfAnAxis*layers)) / float64(n)
	return 1 - core*core*core
}
