package frame

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"drawbridge/status"
)

// ReportText gives the report of the live Frame for people.
func (f *Frame) ReportText() string { return f.report.Text() }

// writeReport obeys the setting "report" at finalize.
func (f *Frame) writeReport() error {
	path := f.values["report"]
	perRank := strings.Contains(path, "%r")
	if path == "" || (f.place.rank > 0 && !perRank) {
		return nil
	}
	path = strings.ReplaceAll(path, "%r", strconv.Itoa(f.place.rank))
	text := []byte(f.report.Text())
	if strings.HasSuffix(path, ".json") {
		var err error
		if text, err = f.report.JSON(); err != nil {
			return status.Errorf(status.Internal, "report: %v", err)
		}
	}
	if path == "-" {
		os.Stdout.Write(text)
		return nil
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		return status.Errorf(status.File, "report: %v", err)
	}
	return nil
}

// warn obeys the setting "log".
func (f *Frame) warn(text string) {
	switch target := f.values["log"]; target {
	case "off":
	case "", "stderr":
		if f.place.rank == 0 {
			fmt.Fprintln(os.Stderr, "drawbridge: "+text)
		}
	default:
		file, err := os.OpenFile(target, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			f.report.Note("log: %v", err)
			return
		}
		defer file.Close()
		fmt.Fprintf(file, "rank %d: %s\n", f.place.rank, text)
	}
}
