// Package domains divides global grids among ranks and exchanges the halos of fields: the plan of an exchange, the layout of its messages,
// the transports, their self-tests and the choice between them. An exchange and a level of Poisson's solver are entries of lists of stencils.
// It does not know plans, collections or the Frame.
package domains

import (
	"time"

	"drawbridge/device"
	"drawbridge/mpi"
	"drawbridge/report"
	"drawbridge/settings"
	"drawbridge/stencils"
)

// Context is what domains need of the process: its device and ranks, its settings and report.
type Context struct {
	Device    device.Device
	Ranks     mpi.Ranks // nil: there is one rank
	Settings  settings.Values
	Report    *report.Report
	Patience  time.Duration // how long a rank waits for another one
	Operators func() (*stencils.Stencils, error)
	Handle    func() int              // a new one, which no other thing of the process has
	Warn      func(text string)       // what the user should know, once
	World     func() (rank, size int) // of MPI_COMM_WORLD; nil where there is no MPI
	Absent    func(string, int) error // of a handle that nothing of a kind has
}

// Domains are the domains of a Frame, and the channels by which halos pass between its ranks.
type Domains struct {
	Context
	domains      map[int]*Domain
	channels     map[string]*channel
	told         map[string]string // of each neighbour along an axis: the transport that the report names
	capabilities *capabilities
	epoch        int // of the channels: whoever holds one asks anew
}

// New makes an empty collection.
func New(c Context) *Domains {
	return &Domains{Context: c, domains: map[int]*Domain{}, channels: map[string]*channel{}, told: map[string]string{}}
}

// Domain finds a domain by its handle.
func (f *Domains) Domain(handle int) (*Domain, error) {
	d, ok := f.domains[handle]
	if !ok {
		return nil, f.Absent("domain", handle)
	}
	return d, nil
}
