package measure

import "math"

// Link is a way between ranks: what an exchange costs at least, and bytes per second of a rank.
type Link struct{ LatencyMs, Rate float64 }

// exchange is the ms for so many bytes.
func (k Link) exchange(bytes float64) float64 { return k.LatencyMs + 1e3*bytes/k.Rate }

// Scale adds to lines of bench_domains the efficiency, the time of an exchange within a list, and of waves the model: the step of one box
// alone, and what the link needs for its bytes. It answers the link that the exchanges show, without a rate where they show none.
func Scale(lines []Line) (link Link) {
	first := map[[2]any]float64{} // ms of one rank, by case and weak
	var small, large Line
	for _, l := range lines {
		ms, _ := l.Number("first_ms")
		two, _ := l.Number("second_ms")
		ranks, _ := l.Number("ranks")
		weak, _ := l.Number("weak")
		l["scaling"] = map[bool]string{true: "weak", false: "strong"}[weak == 1]
		if l["case"] == "exchange" {
			if l["marginal_ms"] = ms; two > ms { // two exchanges of a list less one
				l["marginal_ms"] = two - ms
			}
			bytes, _ := l.Number("bytes")
			if least, _ := small.Number("bytes"); l["transport"] == "auto" && bytes > 0 && (small == nil || bytes < least) {
				small = l
			}
			if most, _ := large.Number("bytes"); l["transport"] == "auto" && bytes > most {
				large = l
			}
			continue
		}
		key := [2]any{l["case"], weak}
		if ranks == 1 {
			first[key] = ms
		}
		if weak == 1 {
			ranks = 1
		}
		l["efficiency"] = first[key] / (ms * ranks)
	}
	link = fit(small, large)
	for _, l := range lines {
		alone, _ := l.Number("second_ms")
		bytes, _ := l.Number("bytes")
		ms, _ := l.Number("first_ms")
		if ranks, _ := l.Number("ranks"); link.Rate > 0 && l["case"] == "wave" && l["transport"] == "auto" && ranks > 1 {
			model := alone + link.exchange(bytes)
			efficiency, _ := l.Number("efficiency")
			l["model_ms"], l["model"] = model, efficiency*ms/model
		}
	}
	return link
}

// fit finds a link from an exchange of few bytes and one of many.
func fit(small, large Line) Link {
	few, _ := small.Number("bytes")
	many, _ := large.Number("bytes")
	short, _ := small.Number("marginal_ms")
	long, _ := large.Number("marginal_ms")
	if !(many > few) || !(long > short) {
		return Link{}
	}
	rate := (many - few) / (1e-3 * (long - short))
	return Link{math.Max(0, short-1e3*few/rate), rate}
}

// OneRank is the ms of a wave's step on one rank; 0: not measured.
func OneRank(lines []Line) float64 {
	for _, l := range lines {
		if ranks, _ := l.Number("ranks"); l["case"] == "wave" && ranks == 1 {
			ms, _ := l.Number("first_ms")
			return ms
		}
	}
	return 0
}

// Predict is the step of cubes on so many ranks that exchange six faces of four layers of doubles. one is the ms of n^3 points
// on one rank. Points of a smaller box take their part of that, which is the best that they can.
func (k Link) Predict(name string, ranks, n int, one float64) Line {
	step := func(side, ms float64) float64 {
		const faces, layers, bytes = 6, 4, 8
		return ms + k.exchange(faces*layers*bytes*side*side)
	}
	count := float64(ranks)
	weak, strong := step(float64(n), one), step(float64(n)/math.Cbrt(count), one/count)
	return Line{"link": name, "ranks": count, "weak_ms": weak, "weak": one / weak, "strong_ms": strong, "strong": one / (strong * count)}
}
