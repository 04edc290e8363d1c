package domains

import (
	"drawbridge/mpi"
)

// deviceMPI gives the addresses of messages on the device to an MPI that takes such addresses.
type deviceMPI struct{ all *Domains }

func (deviceMPI) name() string                { return "mpi" }
func (deviceMPI) words() string               { return "device-aware MPI" }
func (deviceMPI) inKernels() bool             { return false }
func (deviceMPI) prepare(*channel, int) error { return nil }
func (deviceMPI) abandon(*channel, int)       {} // Abandon of the ranks tells it

func (d deviceMPI) offers(*channel, int) error { return d.all.capabilities.noDeviceMPI }

func (d deviceMPI) send(l *channel, sides []int, bytes int) error {
	about := d.all.Device.About()
	if err := about.Fields.Finish(); err != nil {
		return err
	}
	var list []mpi.Message
	for _, m := range l.messages(sides, bytes/8) {
		side, turn := m.Way, 0
		if !m.Sends { // what comes in at a side went to the other one
			side, turn = 1-m.Way, 1
		}
		m.Address = l.mailbox.Address() + uintptr(slotAt(l.slot, side, turn))
		list = append(list, m)
	}
	return about.Current.During(func() error { return d.all.Ranks.Swap("exchange", list) })
}
