package mpi

import (
	"encoding/json"
	"os"

	"drawbridge/status"
)

// Ranks are the ranks of an adopted communicator. Agree, AgreeAfter, Decide, Join, Share, Gather, ShareNode and
// Close are collective: every rank calls them in the same order. A rank that waits longer than the patience
// of Adopt gets an error, and so does every later call of that rank; the other ranks get one as soon as they
// wait for it. No call blocks in MPI. what names the call that this rank makes, as its user knows it: ranks in different calls get an error
// that names both. A second line of what says what the call is of: where it differs, all get an error too, and the next call goes well.
// Time in which a process was suspended does not count as waiting.
type Ranks interface {
	Rank() int
	Size() int
	Node() (rank, size int) // place among the ranks of this node
	// Agree gives nil where every rank brought nil; else each rank gets its own error, and one
	// that brought nil that of the lowest rank that failed, with its number.
	Agree(what string, err error) error
	// AgreeAfter is Agree that waits for as many patiences as there are turns before it.
	AgreeAfter(turns int, what string, err error) error
	// Decide comes before a call that blocks until every rank makes it: each rank makes it, or none.
	Decide(what string) error
	// Join makes sums those of all ranks, and greatest the greatest of all as numbers without a sign. Errors are those of Agree.
	Join(what string, sums, greatest []int64, failure error) error
	Share(what string, record []byte) ([][]byte, error)     // every rank gets all records, by rank
	ShareNode(what string, record []byte) ([][]byte, error) // the same among the ranks of this node; collective over all
	Gather(what string, record []byte) ([][]byte, error)    // rank 0 gets all records, the others nil
	Room(n int) ([]float64, error)                          // where Send and Receive have their values; valid until the next Room
	Send(to, turns, n int) error                            // the first n values of the room, waiting turns patiences; pairs with Receive, not collective
	Receive(from, n int) error
	// Swap sends and receives parts of the room, all at a time, and waits for them. Not collective: each message has its partner.
	Swap(what string, messages []Message) error
	Spin()                  // from now on waits begin without a yield: this rank has a core of its own
	Heard() error           // whether another rank has given up; does not wait
	Abandon()               // tells the other ranks that this one makes no further call here
	Alive() error           // why no collective call is possible any more, nil if it is
	Covers(handle int) bool // whether a communicator of the host's has the same ranks
	Handle() int            // the duplicate as a Fortran handle, for MPI-IO
	Close() error           // gives the communicator back
}

// Message is values of the room that go to a rank, or come from it.
type Message struct {
	Peer        int
	Sends       bool
	Way         int     // from 0 on: tells apart messages between the same ranks
	From, Count int     // the values, in the room
	Address     uintptr // where they lie instead, for an MPI that takes addresses of a device; 0: in the room
}

// Awareness is what an MPI says of messages in the memory of a device.
type Awareness int

// Answers of DeviceAware.
const (
	NotAsked Awareness = iota // it has no such question
	Unaware
	Aware
)

// MostSums and MostGreatest are how many numbers Join takes.
const (
	MostSums     = 66
	MostGreatest = 4
)

const (
	// maxRecord is the most bytes of one record: these are names, places and sums, not fields.
	maxRecord = 1 << 24
	// maxSentence is the most bytes of an error that the ranks tell each other.
	maxSentence = 1 << 16
)

// Machine is the same for the processes of one node: its name, and the number of its kernel's start, which
// nodes of one name do not share. MPI can split a communicator by node only in a call that blocks.
func Machine() string {
	name, _ := os.Hostname()
	start, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return name + "\n" + string(start)
}

// ShareValue gives what every rank says to every rank. Collective.
func ShareValue[T any](ranks Ranks, call string, mine T) ([]T, error) {
	text, err := json.Marshal(mine)
	if err != nil {
		return nil, status.Errorf(status.Internal, "ranks agree: %v", err)
	}
	records, err := ranks.Share(call, text)
	if err != nil {
		return nil, err
	}
	all := make([]T, len(records))
	for i, r := range records {
		if err := json.Unmarshal(r, &all[i]); err != nil {
			return nil, status.Errorf(status.Internal, "ranks agree: rank %d: %v", i, err)
		}
	}
	return all, nil
}
