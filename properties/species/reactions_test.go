package species

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

const someSpecies = `species:
- name: N2
  composition: {N: 2}
  thermo: {model: NASA7, temperature-ranges: [300.0, 5000.0], data: [[3.5, 0, 0, 0, 0, 0, 0]]}
`

// Reactions of five million values and signs are passed over, whatever the YAML of so many would cost.
func TestReactionsArePassedOver(t *testing.T) {
	var reactions strings.Builder
	for signs := 0; signs < 5_000_000; signs += 12 {
		reactions.WriteString("- equation: A + B <=> C\n  rate-constant: {A: 1.0, b: 0, Ea: 2}\n")
	}
	for _, key := range []string{"reactions:\n", "low-T.2-reactions: # of gas\n\n"} {
		text := key + reactions.String()
		for _, whole := range []string{text + someSpecies, someSpecies + text} {
			if len(whole) > 32<<20 {
				t.Fatalf("%d bytes are too large a file", len(whole))
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			m, err := read("m.yaml", []byte(whole))
			runtime.ReadMemStats(&after)
			if err != nil || len(m.order) != 1 || m.order[0] != "N2" {
				t.Fatalf("%s: %v", key, err)
			}
			if spent := (after.TotalAlloc - before.TotalAlloc) >> 20; spent > 200 {
				t.Errorf("%s: %d MiB", key, spent)
			}
			if bytes.Count(withoutReactions([]byte(whole)), []byte("\n")) != strings.Count(whole, "\n") {
				t.Errorf("%s: the lines that follow lose their numbers", key)
			}
		}
	}
}

// Another layout is read whole, and so is what only looks like reactions.
func TestWhatIsNoBlockOfReactionsStays(t *testing.T) {
	filler := strings.Repeat("# a remark\n", large/10)
	for _, text := range []string{
		"reactions: [\n- a\n]\n", "reactions:\n  [\n  a]\n", "reactions:\n- a: &x 1\nb: *x\n", "reactions:\n- a\n}\n", "note: |\n  reactions:\n  - a\n", "{\nreactions:\n- a\n}\n", "reactions:\n",
		"reactions:\nspecies:\n- a\n", "reaction:\n- a\n",
	} {
		if left := string(withoutReactions([]byte(filler + text))); left != filler+text {
			t.Errorf("%q is %q", text, left[min(len(left), len(filler)):])
		}
	}
	for text, want := range map[string]string{"reactions:\n- a\n  b\nspecies:\n- c\n": "reactions:\n\n\nspecies:\n- c\n", "x-reactions:\n  - a\n# r\n": "x-reactions:\n\n\n"} {
		if left := string(withoutReactions([]byte(filler + text))); left != filler+want {
			t.Errorf("%q is %q", text, left[min(len(left), len(filler)):])
		}
	}
	broken := fmt.Sprintf("%sreactions:\n- a\nspecies: [\n", filler)
	if _, err := read("m.yaml", []byte(broken)); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("[%d:", strings.Count(broken, "\n"))) {
		t.Errorf("%v, expected line %d", err, strings.Count(broken, "\n"))
	}
}
