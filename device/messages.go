package device

import "time"

// Messenger is a device whose queue sends messages from its memory to devices of other processes, and receives theirs, without the host.
type Messenger interface {
	// Find looks for the library that does it, a file or a folder, "": the loader's, and tells its name and version.
	Find(path string) (version string, err error)
	// Invite gives the bytes by which ranks join; one rank asks for all.
	Invite() ([]byte, error)
	// Meet makes a channel among ranks, all of which call it. heard tells whether another rank has given up; it does not wait.
	Meet(invitation []byte, rank, ranks int, patience time.Duration, heard func() error) (Channel, error)
}

// Channel joins devices of several processes.
type Channel interface {
	// Start starts messages at a time, after what was started before, and does not wait for them. Where they take longer than the
	// patience once the device has come to them, whoever waits for the device gets an error that begins with what, and the channel is lost.
	// Two messages between the same ranks are received in the order in which they were sent.
	Start(what string, messages []Message, patience time.Duration) error
	// Close gives the channel back. What is under way ends at once.
	Close()
}

// Message is bytes of a memory of this device that go to another rank, or come from it.
type Message struct {
	Peer      int
	Sends     bool
	Memory    Memory
	At, Bytes int
}

// Current is a device that other libraries find by what is current on the calling thread.
type Current interface {
	// During makes the device current while do runs.
	During(do func() error) error
}
