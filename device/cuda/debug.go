package cuda

import (
	"fmt"
	"strings"
	"sync"

	"drawbridge/device"
)

// Debug is what the setting "debug" asks for.
type Debug struct {
	Sources bool              // say every text that is compiled, and its options
	Log     bool              // say what the compiler reports of it: registers, spills
	Sync    bool              // launches are waited for, and timed by name
	Say     func(text string) // where it is said; nil: nowhere
}

// ParseDebug reads "sources,log,sync" or "all".
func ParseDebug(words string, say func(string)) (Debug, bool) {
	d := Debug{Say: say}
	for _, word := range strings.Split(words, ",") {
		all := word == "all"
		if word != "" && !all && word != "sources" && word != "log" && word != "sync" {
			return d, false
		}
		d.Sources = d.Sources || all || word == "sources"
		d.Log = d.Log || all || word == "log"
		d.Sync = d.Sync || all || word == "sync"
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

func (d Debug) compiled(p device.Program, v device.Variant, options []string, log string) {
	if d.Sources {
		d.say("kernel %s, variant %s, options %s\n%s", p.Name, v.Name, strings.Join(options, " "), v.Unit)
	}
	if log = strings.TrimSpace(log); d.Log && log != "" {
		d.say("kernel %s, variant %s: %s", p.Name, v.Name, log)
	}
}
