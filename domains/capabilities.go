package domains

import (
	"errors"
	"fmt"
	"slices"

	"drawbridge/device"
	"drawbridge/mpi"
	"drawbridge/status"
)

// capabilities is what all ranks of a Frame found out together before they exchange for the first time: which transports that concern all of
// them can be used.
type capabilities struct {
	channel     device.Channel // of NCCL; nil where noNCCL says why
	noNCCL      error
	noDeviceMPI error
}

func (m *capabilities) close() {
	if m != nil && m.channel != nil {
		m.channel.Close()
	}
}

// capability is what a rank says of itself in the capabilities.
type capability struct {
	NoNCCL, NoDeviceMPI string // why not; "" where it can
	Invitation          []byte // of rank 0
	Unit                string // its device, on its node
}

// exchangeCapabilities finds out what all ranks can do; collective over them, once.
func (f *Domains) exchangeCapabilities() error {
	if f.capabilities != nil || f.Ranks == nil || f.Ranks.Size() == 1 {
		return nil
	}
	all, err := mpi.ShareValue(f.Ranks, "run of a list", f.capability())
	if err != nil {
		return err
	}
	m := &capabilities{noNCCL: firstReason(all, func(a capability) string { return a.NoNCCL }), noDeviceMPI: firstReason(all, func(a capability) string { return a.NoDeviceMPI })}
	if m.noNCCL == nil {
		m.noNCCL = refuseSharers(all)
	}
	if m.noNCCL == nil && f.admits("nccl") {
		var failure error
		m.channel, failure = f.Device.About().Messenger.Meet(all[0].Invitation, f.Ranks.Rank(), f.Ranks.Size(), f.Patience/partOfPatience, f.Ranks.Heard)
		m.noNCCL = f.Ranks.Agree("run of a list", failure)
		if m.noNCCL != nil {
			m.close()
		}
	}
	for name, failure := range map[string]error{"nccl": m.noNCCL, "mpi": m.noDeviceMPI} {
		if f.Settings["transport"] == name && failure != nil {
			return status.Errorf(status.NotAvailable, "DRAWBRIDGE_TRANSPORT=%s cannot be used: %v; use auto to let Drawbridge choose", name, failure)
		}
	}
	f.capabilities = m
	return nil
}

// admits tells whether the setting transport leaves a transport in the choice.
func (f *Domains) admits(name string) bool {
	return f.Settings["transport"] == auto || f.Settings["transport"] == name
}

// firstReason is that of the first rank that has one.
func firstReason(all []capability, of func(capability) string) error {
	for rank, a := range all {
		if why := of(a); why != "" {
			return fmt.Errorf("rank %d: %s", rank, why)
		}
	}
	return nil
}

// refuseSharers refuses ranks that share a GPU, which NCCL does not admit.
func refuseSharers(all []capability) error {
	for rank, a := range all {
		if other := slices.IndexFunc(all, func(b capability) bool { return a.Unit == b.Unit }); other < rank {
			return fmt.Errorf("ranks %d and %d share a GPU, which NCCL does not admit", other, rank)
		}
	}
	return nil
}

func (f *Domains) capability() (a capability) {
	a.Unit = mpi.Machine() + "\n" + f.Device.About().Unit
	a.NoNCCL = reason(f.findNCCL(&a))
	a.NoDeviceMPI = reason(f.deviceAware())
	return a
}

func reason(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// findNCCL looks for the library; rank 0 invites.
func (f *Domains) findNCCL(a *capability) (err error) {
	path, messenger := f.Settings["nccl"], f.Device.About().Messenger
	switch {
	case !f.admits("nccl"):
		return errors.New("the setting transport excludes it")
	case path == "off":
		return errors.New("DRAWBRIDGE_NCCL=off")
	case messenger == nil:
		return errors.New("the device sends no messages")
	}
	if _, err = messenger.Find(path); err == nil && f.Ranks.Rank() == 0 {
		a.Invitation, err = messenger.Invite()
	}
	return err
}

// deviceAware tells why the MPI of the host takes no addresses of a device: one that does not would read there and end the process.
func (f *Domains) deviceAware() error {
	switch awareness := mpi.DeviceAware(); {
	case f.Device.About().Current == nil:
		return errors.New("the device is no GPU")
	case f.Settings["device_mpi"] == "off":
		return errors.New("DRAWBRIDGE_DEVICE_MPI=off")
	case f.Settings["device_mpi"] == "on" || awareness == mpi.Aware:
		return nil
	case awareness == mpi.Unaware:
		return errors.New("this MPI says that it takes no addresses of a GPU (MPIX_Query_cuda_support)")
	}
	return errors.New("this MPI does not say whether it takes addresses of a GPU (no MPIX_Query_cuda_support); if it does, set DRAWBRIDGE_DEVICE_MPI=on")
}
