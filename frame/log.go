package frame

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"drawbridge/files"
	"drawbridge/status"
)

// warn is a word that concerns all ranks: rank 0 says it, and of processes with a Frame each the first one. A file of the setting "log"
// has those of all.
func (f *Frame) warn(text string) { f.speak(text, f.place.rank == 0 && !f.isFollower()) }

// warnHere is a word that may concern this rank alone, as of its data or its files: each rank that has one says it.
func (f *Frame) warnHere(text string) { f.speak(text, true) }

// isFollower tells whether each process of a job has a Frame of its own, as the members of an ensemble have, and this is not the first one.
func (f *Frame) isFollower() bool {
	if f.World == nil || f.ranks != nil && f.ranks.Size() > 1 {
		return false
	}
	rank, _ := f.World()
	return rank > 0
}

// warnOnce warns of the same thing once in a process.
func (f *Frame) warnOnce(text string) {
	if !warned[text] {
		warned[text] = true
		f.warn(text)
	}
}

// warnHereOnce is warnHere, once in a process.
func (f *Frame) warnHereOnce(text string) {
	if !warned[text] {
		warned[text] = true
		f.warnHere(text)
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
		line = "more errors follow, which are not written here: frame_status tells of each"
	}
	who := ""
	log = ofRank(log, "unknown") // an error before `initialize`
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

// deliver writes all of a text, and waits at most so many milliseconds for each piece. A pipe without a reader is not written
// to: that would be a signal, which ends a host that has no handler.
func deliver(descriptor int, text string, pause int) error {
	const piece = 4096 // PIPE_BUF: a pipe takes it at once, or not at all
	to, done := unwaiting(descriptor)
	defer done()
	for rest := []byte(text); len(rest) > 0; {
		n, err := putPiece(to, rest[:min(piece, len(rest))], time.Now().Add(time.Duration(pause)*time.Millisecond))
		if err != nil {
			return err
		}
		rest = rest[n:]
	}
	return nil
}

// unwaiting opens a pipe once more, such that no write waits: between the look at its room and the write another process may
// fill a pipe that ranks share. The descriptor itself stays as the host, and whoever shares it, made it.
func unwaiting(descriptor int) (to int, done func()) {
	var kind unix.Stat_t
	if unix.Fstat(descriptor, &kind) == nil && kind.Mode&unix.S_IFMT == unix.S_IFIFO {
		own, err := unix.Open(fmt.Sprintf("/proc/self/fd/%d", descriptor), unix.O_WRONLY|unix.O_NONBLOCK|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
		if err == nil {
			return own, func() { _ = unix.Close(own) }
		}
	}
	return descriptor, func() {}
}

var errFull = errors.New("the pipe is full and is not read")

func putPiece(descriptor int, piece []byte, until time.Time) (int, error) {
	for {
		ready := []unix.PollFd{{Fd: int32(descriptor), Events: unix.POLLOUT}}
		n, err := unix.Poll(ready, int(max(0, time.Until(until).Milliseconds())))
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return 0, err
		case n == 0:
			return 0, errFull
		case ready[0].Revents&(unix.POLLERR|unix.POLLNVAL) != 0:
			return 0, errors.New("the pipe has no reader")
		}
		n, err = unix.Write(descriptor, piece)
		switch {
		case err == unix.EAGAIN && !time.Now().Before(until):
			return 0, errFull
		case err != unix.EINTR && err != unix.EAGAIN:
			return n, err
		}
	}
}
