package frame

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"drawbridge/files"
	"drawbridge/report"
	"drawbridge/status"
)

// ReportText gives the report of the live Frame for people: with a communicator that of all ranks on
// rank 0, nothing on the others, and it is collective. It is asked for twice: for its length, and
// where that is not 0 to fetch it. Ranks that do not compute the same are an error of all.
func (f *Frame) ReportText(fetch bool) (string, error) {
	if fetch && f.text != "" {
		text := f.text
		f.text = ""
		return text, nil
	}
	if f.ranks != nil && f.ranks.Alive() == nil {
		text, err := samePhysics(f.ranks, "report", f)
		if err == nil && text != "" { // of ranks that are not here the report itself tells
			return "", status.Errorf(status.Argument, "report: %s", text)
		}
	}
	f.note()
	f.rate()
	f.text = ""
	if r := f.gather("report"); r != nil {
		f.text = r.Text()
	}
	return f.text, nil
}

// note puts what the properties and the device have to say into the report.
func (f *Frame) note() {
	for _, n := range f.properties.Notes() {
		f.report.Note("%s", n)
	}
	if noter := f.device.About().Noter; noter != nil {
		for _, n := range noter.Notes() {
			f.report.Note("%s", n)
		}
	}
}

// rate holds the report against what the device can do, where it can be measured.
func (f *Frame) rate() {
	m := f.device.About().Measurer
	if m == nil {
		return
	}
	if f.ceilings == nil {
		c, err := m.Ceilings()
		if err != nil {
			f.report.Note("the ceilings of the device were not measured: %v", err)
			return
		}
		f.ceilings = &report.Ceilings{In: c.In, Out: c.Out, InBoth: c.InBoth, OutBoth: c.OutBoth, Pageable: c.Pageable, Memory: c.Memory}
	}
	f.report.Rate(*f.ceilings, "in ", "out ")
}

// ofRank is the file of a rank, where the name has %r.
func ofRank(path, rank string) string { return strings.ReplaceAll(path, "%r", rank) }

// reportPath is the file of this rank's report; "" if there is none.
func (f *Frame) reportPath() string {
	path := f.values["report"]
	if f.place.rank > 0 && !strings.Contains(path, "%r") {
		return ""
	}
	return ofRank(path, strconv.Itoa(f.place.rank))
}

// writeReport obeys the setting "report" at finalize: one report of all ranks, or where the name has
// %r one of each.
func (f *Frame) writeReport() error {
	f.note()
	if f.values["report"] != "" {
		f.rate()
	}
	r := f.gather("finalize")
	f.tellFailures(r)
	if strings.Contains(f.values["report"], "%r") {
		r = f.report
	}
	path := f.reportPath()
	if path == "" || r == nil {
		return nil
	}
	text := []byte(r.Text())
	if strings.HasSuffix(path, ".json") {
		var err error
		if text, err = r.JSON(); err != nil {
			return status.Errorf(status.Internal, "report: %v", err)
		}
	}
	if path == "-" {
		say(1, string(text))
		return nil
	}
	if err := putReport(path, text); err != nil {
		return status.Errorf(status.File, "setting report: %v", err)
	}
	return nil
}

// idle tells what was set and will do nothing in this run: what is for a GPU or for properties only, a report or a log that
// finds no room.
func (f *Frame) idle() (warnings []string) {
	if about := f.device.About(); !about.Compiles {
		on := " does nothing on the device " + about.Description + ": it is for a GPU"
		if f.values["debug"] != "" {
			warnings = append(warnings, "DRAWBRIDGE_DEBUG="+f.values["debug"]+on+"; DRAWBRIDGE_DEVICE=memcheck checks every access on the host")
		}
		if tune := f.values["tune"]; tune != "" && tune != "on" {
			warnings = append(warnings, "DRAWBRIDGE_TUNE="+tune+on)
		}
	}
	if f.Species == 0 && (f.Settings["options"] != "" || f.Variables > 0) {
		warnings = append(warnings, "initialize: options= and nq= do nothing, because there are neither species=, ns= nor mechanism=: the Frame is for fields only, and property collections are refused")
	}
	if path := f.reportPath(); path != "" && path != "-" {
		if err := writable(path); err != nil {
			warnings = append(warnings, "setting report: "+err.Error()+"; nothing will be written at finalize")
		}
	}
	if log := f.values["log"]; isFile(log) && writable(log) != nil {
		warnings = append(warnings, "the setting log names a file that cannot be written: warnings go to standard error") // and this one says why
	}
	return warnings
}

// writable tries a file without making or changing it.
func writable(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil // a device, a pipe: to open one may wait, or be heard
	}
	probe, err := os.OpenFile(path, os.O_WRONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		if probe, err = os.CreateTemp(filepath.Dir(path), ".drawbridge-*"); err == nil {
			defer func() { _ = os.Remove(probe.Name()) }()
		}
	}
	var of *fs.PathError
	if errors.As(err, &of) { // it may name the temporary file
		return fmt.Errorf("%s: cannot be written: %w", path, of.Err)
	}
	if err != nil {
		return err
	}
	return probe.Close()
}

// putReport writes the file as a whole, or not at all; into a device, a pipe, or a file of a folder
// that may not be written, as it comes.
func putReport(path string, text []byte) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return pour(path, text)
	}
	err := files.Write(path, text)
	if errors.Is(err, fs.ErrPermission) {
		err = pour(path, text)
	}
	return err
}

// patienceOfPipes is how long the reader of a pipe may let the host wait.
const patienceOfPipes = 5 * time.Second

// pour writes into what is there already. Of a pipe a reader must be there: without one this fails, and never waits.
func pour(path string, text []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|syscall.O_NONBLOCK|syscall.O_NOCTTY, 0o666)
	if err != nil {
		return err
	}
	_ = file.SetWriteDeadline(time.Now().Add(patienceOfPipes)) // what is no pipe knows no deadline, and does not wait
	_, err = file.Write(text)
	if closing := file.Close(); err == nil {
		err = closing
	}
	return err
}
