package filestest

import (
	"runtime"
	"testing"
	"time"
)

// The bounds on what one foreign text may take: far above what any seed needs, far below what hurts a host.
const (
	MostTime   = 10 * time.Second
	MostMemory = 1 << 30 // bytes allocated
)

// Bounded runs the reading of one text and fails where it takes more time or memory than any text may.
func Bounded(t *testing.T, read func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begin := time.Now()
	read()
	took := time.Since(begin)
	runtime.ReadMemStats(&after)
	if took > MostTime {
		t.Errorf("took %v, at most %v expected", took, MostTime)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > MostMemory {
		t.Errorf("allocated %d MB, at most %d expected", used>>20, MostMemory>>20)
	}
}
