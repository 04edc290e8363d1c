package status

import "sync/atomic"

var wroteFile atomic.Bool

// WroteFile is said by whoever may write a file within a call of a time step (the log, a cache): the signal that a
// failed write leaves must not reach the host (bridge/guard.c).
func WroteFile() { wroteFile.Store(true) }

// TakeWroteFile answers whether that was said since the last time.
func TakeWroteFile() bool { return wroteFile.Load() && wroteFile.Swap(false) }
