package mpi

// Ranks are the ranks of an adopted communicator. Agree, Share, Gather, ShareNode and Close are
// collective: every rank calls them in the same order. A rank that waits longer than the patience
// of Adopt gets an error, and so does every later collective call of that rank.
type Ranks interface {
	Rank() int
	Size() int
	Node() (rank, size int) // place among the ranks of this node
	// Agree gives nil where every rank brought nil; else each rank gets its own error, and one
	// that brought nil that of the lowest rank that failed, with its number.
	Agree(what string, err error) error
	Share(record []byte) ([][]byte, error)     // every rank gets all records, by rank
	ShareNode(record []byte) ([][]byte, error) // the same among the ranks of this node
	Gather(record []byte) ([][]byte, error)    // rank 0 gets all records, the others nil
	Send(to int, values []float64) error       // pairs with Receive of as many values; not collective
	Receive(from int, into []float64) error
	Alive() error // why no collective call is possible any more, nil if it is
	Handle() int  // the duplicate as a Fortran handle, for MPI-IO
	Close() error // gives the communicators back
}

// maxRecord is the most bytes of one record: these are names, places and sums, not fields.
const maxRecord = 1 << 24
