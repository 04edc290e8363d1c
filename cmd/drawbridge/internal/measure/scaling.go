package measure

// Scale adds to lines of bench_domains the efficiency, and the time of an exchange within a list.
func Scale(lines []Line) {
	first := map[[2]any]float64{} // ms of one rank, by case and weak
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
}
