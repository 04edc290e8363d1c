package frame

import (
	"encoding/json"
	"os"

	"drawbridge/mpi"
	"drawbridge/report"
	"drawbridge/settings"
	"drawbridge/snapshot"
	"drawbridge/status"
	"drawbridge/views"
)

// SnapshotRequest is a snapshot that all ranks of a communicator write into one file.
type SnapshotRequest struct {
	Path        string
	Grid        snapshot.Grid // of all ranks together
	Boxes       [][6]int      // cells of this rank in it, x1 x2 y1 y2 z1 z2 from 1; nil: all, of one rank
	Comm        int           // Fortran handle of the communicator
	Environment map[string]string
	Refused     error // what was wrong with the arguments before they came here
}

// together is a snapshot of many ranks and where its line goes.
type together struct {
	*snapshot.Together
	ranks mpi.Ranks
	log   string
}

// toldMap is the map of the ranks that the log has last: it is told again when it changes.
var toldMap string

// CreateSnapshotTogether begins a snapshot file; collective.
func CreateSnapshotTogether(r SnapshotRequest) (int, error) {
	if current != nil && current.ranks != nil && current.ranks.Covers(r.Comm) { // a rank that makes another call of the Frame is found there
		if err := current.ranks.Agree("snapshot%create", nil); err != nil {
			return 0, status.Wrap(err, "snapshot %s: %v", r.Path, err)
		}
	}
	ranks, err := mpi.Adopt(r.Comm, patience(Config{Environment: r.Environment}))
	if err != nil {
		return 0, status.Wrap(err, "snapshot %s: %v", r.Path, err)
	}
	if err := refuseOtherPhysics("snapshot "+r.Path, ranks, current); err != nil {
		_ = ranks.Close()
		return 0, err
	}
	values, _, err := settings.Resolve(nil, drawbridgeOnly(r.Environment))
	if r.Refused == nil {
		r.Refused = err
	}
	if r.Boxes == nil && r.Refused == nil && ranks.Size() > 1 {
		r.Refused = status.Errorf(status.Argument, "snapshot %s: %d ranks and no box: say which cells of the grid this rank has", r.Path, ranks.Size())
	}
	if r.Boxes == nil {
		r.Boxes = [][6]int{{1, r.Grid.Cells[0], 1, r.Grid.Cells[1], 1, r.Grid.Cells[2]}}
	}
	transport := values["collective"]
	if transport == "auto" {
		transport = ""
	}
	t, err := snapshot.CreateTogether(r.Path, r.Grid, r.Boxes, transport, ranks, r.Refused)
	if err == nil {
		err = t.Attributes(about())
	}
	if err != nil {
		if t != nil {
			t.Abandon()
		}
		_ = ranks.Close() // where even that fails, MPI keeps the communicator
		return 0, err
	}
	lastSnapshot++
	open[lastSnapshot] = &together{Together: t, ranks: ranks, log: ofRank(values["log"], "0")} // rank 0 alone writes of it
	return lastSnapshot, nil
}

// Close completes the file, tells the report and the log how long it took, and gives the ranks back.
func (t *together) Close() error {
	err := t.Together.Close()
	if err == nil {
		t.account()
	}
	if leaving := t.Leave(); err == nil {
		err = leaving
	}
	return err
}

// Abandon removes the file and gives the ranks back.
func (t *together) Abandon() {
	t.Together.Abandon()
	_ = t.Leave() // nothing is left to be told
}

func (t *together) account() {
	if current != nil {
		current.report.Copy("snapshot", t.Bytes(), t.Seconds())
	}
	line, err := t.Line()
	if err != nil {
		return // not every rank is here any more: the file is complete, only its line is lost
	}
	places, err := placesOf(t.ranks)
	if err != nil || t.ranks.Rank() > 0 {
		return
	}
	inform(t.log, line)
	if table := report.Map(places); table != toldMap {
		inform(t.log, table)
		toldMap = table
	}
}

// placesOf is where every rank works: host, CPUs and, where it has a Frame, device. Collective.
func placesOf(ranks mpi.Ranks) ([]report.Place, error) {
	mine := report.Place{Device: "none: no Frame is live", CPUs: boundCPUs()}
	mine.Host, _ = os.Hostname()
	mine.Local, _ = ranks.Node()
	if current != nil && len(current.report.Ranks) == 1 {
		mine = current.report.Ranks[0]
	}
	mine.Rank = ranks.Rank()
	text, err := json.Marshal(mine)
	if err != nil {
		return nil, err
	}
	records, err := ranks.Share("snapshot%close", text)
	if err != nil {
		return nil, err
	}
	places := make([]report.Place, len(records))
	for i, record := range records {
		if err := json.Unmarshal(record, &places[i]); err != nil {
			return nil, err
		}
	}
	return places, nil
}

// field adds a field; of a snapshot of many ranks every rank gets here, with what it was refused for.
func field(w writing, name, unit string, a views.HostArray, refused error) error {
	if t, ok := w.(*together); ok {
		return t.FieldUnless(refused, name, unit, a)
	}
	if refused != nil {
		return refused
	}
	return w.Field(name, unit, a)
}
