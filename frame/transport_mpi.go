package frame

import (
	"drawbridge/mpi"
	"drawbridge/stencils"
)

// deviceMPI gives the addresses of messages on the device to an MPI that takes such addresses.
type deviceMPI struct{ frame *Frame }

func (deviceMPI) name() string             { return "mpi" }
func (deviceMPI) words() string            { return "device-aware MPI" }
func (deviceMPI) inKernels() bool          { return false }
func (deviceMPI) prepare(*line, int) error { return nil }
func (deviceMPI) abandon(*line, int)       {} // Abandon of the ranks tells it

func (d deviceMPI) offers(*line, int) error { return d.frame.meeting.noDeviceMPI }

func (d deviceMPI) carry(l *line, sides []int, bytes int) error {
	about := d.frame.device.About()
	if err := about.Fields.Finish(); err != nil {
		return err
	}
	var list []mpi.Message
	for _, m := range l.messages(sides, bytes/8) {
		side, turn := m.Way, 0
		if !m.Sends { // what comes in at a side went to the other one
			side, turn = 1-m.Way, 1
		}
		m.Address = l.mailbox.Address() + uintptr(stencils.SlotAt(l.slot, side, turn))
		list = append(list, m)
	}
	return about.Current.During(func() error { return d.frame.ranks.Swap("exchange", list) })
}
