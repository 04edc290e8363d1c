package frame

import (
	"errors"
	"fmt"
	"strings"

	"golang.org/x/sys/unix"

	"drawbridge/files"
	"drawbridge/status"
)

// warn is a word of rank 0; a file of the setting "log" has those of all.
func (f *Frame) warn(text string) { f.speak(text, f.place.rank == 0) }

// warnOnce warns of the same thing once in a process.
func (f *Frame) warnOnce(text string) {
	if !warned[text] {
		warned[text] = true
		f.warn(text)
	}
}

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
		line = "more errors follow, which are not written here: frame_status gives the code of each"
	}
	who := ""
	if current != nil {
		log = current.values["log"]
		who = fmt.Sprintf("rank %d: ", current.place.rank)
	}
	put(log, who, line, true)
}

// fallen are the logs that could not be written, and whose reason was told.
var fallen = map[string]bool{}

// put writes a line where the setting "log" says. Where that cannot be written, what is said aloud goes to standard error,
// the first time with the reason.
func put(log, who, text string, aloud bool) {
	if log == "off" {
		return
	}
	text = files.Visible(text) // names of a file may be in it
	why := ""
	if isFile(log) {
		err := record(log, who, text)
		if err == nil {
			return
		}
		if !fallen[log] {
			why = fmt.Sprintf(" (here, since the log %s cannot be written: %v)", log, err)
		}
	}
	if aloud {
		if who == "rank 0: " {
			who = ""
		}
		fallen[log] = fallen[log] || why != ""
		say(2, "drawbridge: "+who+text+why+"\n")
	}
}

// inform writes what is no warning to the log where it is a file.
func inform(log, text string) {
	if isFile(log) {
		put(log, "rank 0: ", text, false)
	}
}

func isFile(log string) bool { return log != "" && log != "stderr" && log != "off" }

// record appends lines to a log. No pipe is waited for: its reader may be gone, or asleep.
func record(log, who, text string) error {
	status.WroteFile()
	flags := unix.O_APPEND | unix.O_CREAT | unix.O_WRONLY | unix.O_NONBLOCK | unix.O_NOCTTY | unix.O_CLOEXEC
	file, err := unix.Open(log, flags, 0o644)
	for err == unix.EINTR {
		file, err = unix.Open(log, flags, 0o644)
	}
	if err != nil {
		return err
	}
	var lines strings.Builder
	for line := range strings.Lines(text) {
		fmt.Fprintf(&lines, "%s%s\n", who, strings.TrimRight(line, "\n"))
	}
	err = deliver(file, lines.String(), 0)
	return errors.Join(err, unix.Close(file)) // some file systems tell only now that there was no room
}

// mostPause is how long a line waits for a reader of standard error, milliseconds: who does not read by then may never.
const mostPause = 1000

// say writes to a standard descriptor. os.Stdout would end the process where it is a broken pipe. A report, which goes to
// standard output, waits for its reader.
func say(descriptor int, text string) {
	status.WroteFile()
	pause := mostPause
	if descriptor == 1 {
		pause = int(patienceOfPipes.Milliseconds())
	}
	_ = deliver(descriptor, text, pause) // there is nobody left to tell
}

// deliver writes all of a text, and waits so many milliseconds for each piece (-1: for ever). A pipe without a reader is not
// written to: that would be a signal, which ends a host that has no handler. A piece is what a pipe with room takes at once.
func deliver(descriptor int, text string, pause int) error {
	const piece = 4096 // PIPE_BUF
	for rest := []byte(text); len(rest) > 0; {
		ready := []unix.PollFd{{Fd: int32(descriptor), Events: unix.POLLOUT}}
		n, err := unix.Poll(ready, pause)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return err
		case n == 0:
			return errors.New("the pipe is full and has no reader")
		case ready[0].Revents&(unix.POLLERR|unix.POLLNVAL) != 0:
			return errors.New("the pipe has no reader")
		}
		n, err = unix.Write(descriptor, rest[:min(piece, len(rest))])
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return err
		}
		rest = rest[n:]
	}
	return nil
}
