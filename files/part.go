package files

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// part stands in the name of a file that is being written: TARGET.part-OWNER-PID-N.
const part = ".part-"

// keep is how long a temporary file stays whose owner cannot be asked: it runs, or ran, on another host.
const keep = 7 * 24 * time.Hour

var serial atomic.Int64 // tells two files of one process apart

// Temporary names a file beside path, so that a rename stays on one file system. The name says who its owner is.
func Temporary(path string) string {
	return path + part + owner() + "-" + strconv.Itoa(os.Getpid()) + "-" + strconv.Itoa(int(serial.Add(1)))
}

// temporaries are the names that Temporary makes or made: without the boot, and hidden ones, .NAME.part-DIGITS.
var temporaries = regexp.MustCompile(`^.+\.part-[^-]*(-[0-9a-f]{8})?-\d*-\d+-\d+$|^\..+\.part-\d+$`)

// IsTemporary says whether a file of this name is being written, or was when its run was killed.
func IsTemporary(name string) bool { return temporaries.MatchString(name) }

// owner is this host since it started, and the space in which its process numbers mean something: that of a container is
// another. Two machines may have one name ("localhost"); no two starts have one number.
func owner() string {
	host, _ := os.Hostname()
	space, _ := os.Readlink("/proc/self/ns/pid") // pid:[4026531836]
	boot, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return ownerOf(host, string(boot), space)
}

func ownerOf(host, boot, space string) string {
	name := strings.ReplaceAll(host, "-", "_")
	if len(boot) >= 8 {
		name += "-" + boot[:8]
	}
	return name + "-" + strings.Trim(strings.TrimPrefix(space, "pid:"), "[]")
}

// Sweep removes the temporary files of this target that killed runs left: those of a process of this host that is no
// more, and those of other hosts that nobody has touched for a week. It never fails: what stays, stays.
func Sweep(path string) {
	folder, prefix := filepath.Dir(path), filepath.Base(path)+part
	for _, entry := range list(folder) {
		if owner, found := strings.CutPrefix(entry, prefix); found && left(filepath.Join(folder, entry), owner) {
			_ = os.Remove(filepath.Join(folder, entry))
		}
	}
}

// SweepFolder is Sweep for every target of a folder that is Drawbridge's own.
func SweepFolder(folder string) {
	for _, entry := range list(folder) {
		if _, owner, found := strings.Cut(entry, part); found && left(filepath.Join(folder, entry), owner) {
			_ = os.Remove(filepath.Join(folder, entry))
		}
	}
}

func list(folder string) []string {
	f, err := os.Open(folder)
	if err != nil {
		return nil
	}
	defer f.Close()
	names, _ := f.Readdirnames(-1)
	return names
}

// left says whether the owner of a temporary file is gone. Names of another form are of earlier versions: their age counts.
func left(path, name string) bool {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	ours, numbers := strings.CutPrefix(name, owner()+"-")
	if numbers {
		pid, err := strconv.Atoi(strings.SplitN(ours, "-", 2)[0])
		return err == nil && pid > 0 && errors.Is(syscall.Kill(pid, 0), syscall.ESRCH)
	}
	return time.Since(info.ModTime()) > keep
}
