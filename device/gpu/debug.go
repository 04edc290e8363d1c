package gpu

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"drawbridge/device"
)

// Debug is what the setting "debug" asks for.
type Debug struct {
	Sources bool              // say every text that is compiled, and its options
	Log     bool              // say what the compiler reports of it: registers, spills
	Sync    bool              // launches are waited for, and timed by name
	Bounds  bool              // kernels check every access to a view, and are waited for
	Say     func(text string) // where it is said; nil: nowhere
}

// DebugWords are what the setting takes, and "all".
var DebugWords = []string{"sources", "log", "sync", "bounds"}

// ParseDebug reads "sources,log,sync,bounds" or "all".
func ParseDebug(words string, say func(string)) (Debug, bool) {
	d := Debug{Say: say}
	for _, word := range strings.Split(words, ",") {
		all := word == "all"
		if word != "" && !all && !slices.Contains(DebugWords, word) {
			return d, false
		}
		d.Sources = d.Sources || all || word == "sources"
		d.Log = d.Log || all || word == "log"
		d.Sync = d.Sync || all || word == "sync"
		d.Bounds = d.Bounds || all || word == "bounds"
	}
	return d, true
}

// saying is held while a text is written: compilers run side by side, their logs must not.
var saying sync.Mutex

func (d Debug) say(format string, words ...any) {
	if d.Say != nil {
		saying.Lock()
		defer saying.Unlock()
		d.Say(fmt.Sprintf(format, words...))
	}
}

func (d Debug) compiled(p device.Program, v device.Variant, options []string, log string, seconds float64) {
	if d.Sources {
		d.say("kernel %s, variant %s, options %s\n%s", p.Name, v.Name, strings.Join(options, " "), v.Unit)
	}
	if d.Log {
		d.say("kernel %s, variant %s, compiled in %.2f s: %s", p.Name, v.Name, seconds, strings.TrimSpace(log))
	}
}
