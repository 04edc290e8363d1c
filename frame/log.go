package frame

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"drawbridge/status"
)

// warn is a word of rank 0; a file of the setting "log" has those of all.
func (f *Frame) warn(text string) { f.speak(text, f.place.rank == 0) }

// speak obeys the setting "log"; aloud: on standard error too, where that is the log.
func (f *Frame) speak(text string, aloud bool) {
	put(f.values["log"], fmt.Sprintf("rank %d: ", f.place.rank), text, aloud)
}

// mostUnheard is how many errors without a stat are written down; a loop may make a new one every step.
const mostUnheard = 20

var unheard = map[string]bool{}

// Unheard writes down an error of a call without a stat that was returned to its host: once, on whichever rank. log is
// the environment's, for a process without a Frame.
func Unheard(code int, text, log string) {
	if unheard[text] || len(unheard) > mostUnheard {
		return
	}
	unheard[text] = true
	line := fmt.Sprintf("error %d: %s (no stat was given, and the host goes on)", code, text)
	if len(unheard) > mostUnheard {
		line = "more errors follow, which are not written here: frame_status tells of each"
	}
	who := ""
	if current != nil {
		log = current.values["log"]
		who = fmt.Sprintf("rank %d: ", current.place.rank)
	}
	put(log, who, line, true)
}

// put writes a line where the setting "log" says.
func put(log, who, text string, aloud bool) {
	switch {
	case isFile(log):
		record(log, who, text, aloud)
	case log != "off" && aloud:
		say(2, "drawbridge: "+text+"\n")
	}
}

// inform writes what is no warning to the log where it is a file.
func inform(log, text string) {
	if isFile(log) {
		record(log, "rank 0: ", text, false)
	}
}

func isFile(log string) bool { return log != "" && log != "stderr" && log != "off" }

// record appends lines to a log; aloud: where it cannot be opened, to standard error, so that nothing is lost. No pipe is
// waited for: its reader may be gone.
func record(log, who, text string, aloud bool) {
	status.WroteFile()
	file, err := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY|syscall.O_NONBLOCK, 0o644)
	if err != nil {
		if aloud {
			say(2, "drawbridge: "+text+" (here, since the log cannot be written: "+err.Error()+")\n")
		}
		return
	}
	defer file.Close()
	_ = file.SetWriteDeadline(time.Now().Add(time.Second)) // of a pipe that is full
	for line := range strings.Lines(text) {
		fmt.Fprintf(file, "%s%s\n", who, strings.TrimRight(line, "\n"))
	}
}

// say writes to a standard descriptor. os.Stdout would end the process where it is a broken pipe.
func say(descriptor int, text string) {
	status.WroteFile()
	for rest := []byte(text); len(rest) > 0; {
		n, err := syscall.Write(descriptor, rest)
		if err == syscall.EINTR {
			continue
		}
		if err != nil || n <= 0 {
			return
		}
		rest = rest[n:]
	}
}
