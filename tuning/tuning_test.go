package tuning

import (
	"errors"
	"strings"
	"testing"
)

var failure = errors.New("planted")

// timesOf gives each candidate its times in turn; 0 is a failure.
func timesOf(order *strings.Builder, names []string, times map[string][]float64) func(int) (float64, error) {
	calls := map[string]int{}
	return func(place int) (float64, error) {
		name := names[place]
		order.WriteString(name)
		list := times[name]
		t := list[min(calls[name], len(list)-1)]
		calls[name]++
		if t == 0 {
			return 0, failure
		}
		return t, nil
	}
}

func TestTheChoice(t *testing.T) {
	for name, c := range map[string]struct {
		times    map[string][]float64
		expected string
		text     string
	}{
		"the fastest":                       {map[string][]float64{"a": {3}, "b": {2}, "c": {1}}, "c", ", measured: c 1000 ms, b 2000 ms, a 3000 ms; c repeated within 0 %"},
		"the first of those that are near":  {map[string][]float64{"a": {1.01}, "b": {1}, "c": {1.5}}, "a", "a 1010 ms, b 1000 ms"},
		"a warming run does not count":      {map[string][]float64{"a": {1, 3}, "b": {9, 2}, "c": {5}}, "b", "b 2000 ms"},
		"the least of several":              {map[string][]float64{"a": {1, 9, 1, 9}, "b": {2}, "c": {2}}, "a", "a repeated within 8e+02 %"},
		"a disturbance of one round":        {map[string][]float64{"a": {1, 5, 1, 1.1}, "b": {1, 4, 1.2, 1.2}, "c": {3}}, "a", "repeated within 10 %"},
		"one that fails is left out":        {map[string][]float64{"a": {0}, "b": {2}, "c": {1, 1, 0}}, "b", ", measured: b 2000 ms; b"},
		"the order of equals is the user's": {map[string][]float64{"a": {1}, "b": {1}, "c": {1}}, "a", "a 1000 ms, b 1000 ms, c 1000 ms"},
	} {
		var order strings.Builder
		names := []string{"a", "b", "c"}
		choice := Choice{Names: names, Run: timesOf(&order, names, c.times), Ends: func() bool { return false }}
		place, text, err := choice.Decide()
		if err != nil || names[place] != c.expected || !strings.Contains(text, c.text) {
			t.Errorf("%s: %s%s, %v; expected %s and '%s'", name, names[place], text, err, c.expected, c.text)
		}
		if name == "the fastest" && order.String() != "abcabcabcabc" {
			t.Errorf("not in turn: %s", order.String())
		}
	}
}

func TestAFailureOfAllOrOneThatEndsIsAnError(t *testing.T) {
	var order strings.Builder
	names := []string{"a", "b"}
	for _, ends := range []bool{true, false} {
		times := map[string][]float64{"a": {0}, "b": {1}}
		if !ends {
			times["b"] = []float64{1, 0}
		}
		c := Choice{Names: names, Run: timesOf(&order, names, times), Ends: func() bool { return ends }}
		if _, _, err := c.Decide(); !errors.Is(err, failure) {
			t.Errorf("ends %t: %v", ends, err)
		}
	}
}

func TestAMarginOfItsOwn(t *testing.T) {
	list := []Trial{{Name: "kernels", Least: 1, Margin: 0.2}, {Name: "messages", Place: 1, Least: 0.85, Margin: 0.02}}
	if best := Best(list); best.Name != "kernels" {
		t.Errorf("%s, which is 15 %% faster", best.Name)
	}
	if list[1].Least = 0.7; Best(list).Name != "messages" {
		t.Error("30 % faster, and not chosen")
	}
}

// What the cache knows is not measured, and what no candidate is called is.
func TestTheCache(t *testing.T) {
	var order strings.Builder
	names := []string{"a", "b"}
	prepared := 0
	c := Choice{Name: "subject", Key: "size", Names: names, Run: timesOf(&order, names, map[string][]float64{"a": {2}, "b": {1}}),
		Ends: func() bool { return false }, Prepare: func() error { prepared++; return nil }}
	for _, kept := range []string{"", "a", "damaged"} {
		c.Keep = func(name, key string, measure func() (string, error)) (string, bool, error) {
			if name != "subject" || key != "size a b" {
				t.Errorf("asked for %s, %s", name, key)
			}
			if kept != "" {
				return kept, false, nil
			}
			choice, err := measure()
			return choice, true, err
		}
		before := prepared
		place, text, err := c.Decide()
		measured := kept != "a"
		if err != nil || names[place] != map[bool]string{true: "b", false: "a"}[measured] || (prepared > before) != measured || strings.Contains(text, "(cache)") == measured {
			t.Errorf("kept '%s': %s%s, %v", kept, names[place], text, err)
		}
	}
	c.Prepare = func() error { return failure }
	c.Keep = nil
	if _, _, err := c.Decide(); !errors.Is(err, failure) {
		t.Errorf("not prepared: %v", err)
	}
}
