package main

import (
	"time"

	"golang.org/x/sys/unix"
)

// The Go runtime opens two file handles at its first timer, and ends the process where the system has none left: so it takes
// them as the library loads, when a host has files to spare. Where there are none even then, it is left for later.
func init() {
	const needed = 2
	var free []int
	for range needed {
		if handle, err := unix.Eventfd(0, unix.EFD_CLOEXEC); err == nil {
			free = append(free, handle)
		}
	}
	for _, handle := range free {
		_ = unix.Close(handle)
	}
	if len(free) == needed {
		time.AfterFunc(time.Hour, func() {}).Stop() // a timer of a channel opens them only when somebody waits
	}
}
