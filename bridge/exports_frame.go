package main

/*
#include "types.h"
#include "guard.h"
*/
import "C"

import (
	"strings"
	"unsafe"

	"drawbridge/frame"
	"drawbridge/properties"
	"drawbridge/status"
	"drawbridge/views"
)

// 1. Lifetime

//export goInitialize
func goInitialize(c C.struct_bridge_config, message *C.char) C.int {
	return answer(message, func() error {
		config := frame.Config{
			MaxBlock: int(c.max_block), Species: int(c.ns), Variables: int(c.nq), Turbulence: int(c.turbulence),
			DeviceID: int(c.device_id), GridsAlone: c.modern != 0, Environment: pairs(C.GoString(c.environment)), Ignored: c.ignored != 0,
			World: placeInWorld,
		}
		// what is wrong so far is told by Initialize, to the other ranks too
		config.Comm, config.Refused = communicator("initialize: comm", c.comm)
		if err := texting(c, &config); config.Refused == nil {
			config.Refused = err
		}
		if err := frame.Initialize(config); err != nil {
			if c.modern == 0 {
				err = frame.ByReference(err, config.DeviceID, config.MaxBlock, config.Species, config.Variables, config.Turbulence)
			}
			return err
		}
		C.set_policy(policy(config.Settings["on_error"]))
		return nil
	})
}

// placeInWorld is this process's rank in MPI_COMM_WORLD, and its size.
func placeInWorld() (rank, size int) {
	world := C.place_in_world()
	return int(world.rank), int(world.size)
}

// communicator reads the Fortran handle; null: none was given.
func communicator(what string, handle *C.int) (*int, error) {
	if handle == nil {
		return nil, nil
	}
	list, err := integers(what, handle, 1)
	if err != nil {
		return nil, err
	}
	return &list[0], nil
}

// texting reads the settings and the names of the species.
func texting(c C.struct_bridge_config, config *frame.Config) error {
	given, err := text("initialize: settings", c.settings, c.settings_length)
	if err != nil {
		return err
	}
	if config.Settings, err = settingLines(given); err != nil {
		return err
	}
	if c.species != nil || c.names > 0 {
		config.Names, err = texts("initialize: species", c.species, c.species_length, c.names)
	}
	return err
}

func policy(word string) C.char {
	if word == "" {
		return 0
	}
	return C.char(word[0])
}

//export goFinalize
func goFinalize(message *C.char) C.int { return answer(message, frame.Finalize) }

//export goSelectDevice
func goSelectDevice(device *C.char, length C.int, message *C.char) C.int {
	return answer(message, func() error {
		word, err := text("select_device", device, length)
		if err != nil {
			return err
		}
		return frame.SelectDevice(word)
	})
}

// 2. Failures

//export goUnheard
func goUnheard(code C.int, message, log *C.char) {
	defer func() { _ = recover() }() // the failure is settled: nobody may fail on its line
	frame.Unheard(int(code), C.GoString(message), C.GoString(log))
}

// 3. Species data

//export goPengRobinsonData
func goPengRobinsonData(s C.struct_bridge_species, message *C.char) C.int {
	return answer(message, func() error {
		f, err := frame.Current("species data")
		if err != nil {
			return err
		}
		var r reader
		ns := f.Species
		data := properties.PengRobinson{
			W: r.doubles("W", s.W, ns), Tc: r.doubles("Tc", s.Tc, ns), Pc: r.doubles("Pc", s.Pc, ns),
			Omega: r.doubles("omega", s.omega, ns), Kij: r.optional("kij", s.kij, ns*ns),
			Tmid: r.doubles("Tmid", s.Tmid, ns), Low: r.nasa("nasaLow", s.nasa_low, ns), High: r.nasa("nasaHigh", s.nasa_high, ns),
			Tlow: r.optional("Tlow", s.Tlow, ns), Thigh: r.optional("Thigh", s.Thigh, ns),
		}
		if r.err != nil {
			return r.err
		}
		return f.PengRobinson(data)
	})
}

//export goChungData
func goChungData(t C.struct_bridge_transport, message *C.char) C.int {
	return answer(message, func() error {
		f, err := frame.Current("Chung species data")
		if err != nil {
			return err
		}
		var r reader
		ns := f.Species
		data := properties.Chung{
			Vc: r.doubles("Vc", t.Vc, ns), Dipole: r.optional("dipole", t.dipole, ns), Kappa: r.optional("kappa", t.kappa, ns),
			Sigma: r.doubles("sigmaLJ", t.sigma, ns), Eps: r.doubles("epsLJ", t.eps, ns),
			FullerVolume: r.optional("diffusion_volume", t.volumes, ns),
		}
		if r.err != nil {
			return r.err
		}
		return f.Chung(data)
	})
}

//export goDataUnits
func goDataUnits(own C.int, message *C.char) C.int {
	return answer(message, func() error {
		f, err := frame.Current("data_units")
		if err != nil {
			return err
		}
		if own != 0 && own != 1 {
			return status.Errorf(status.Argument, "data_units: own is %d, 0 or 1 expected", own)
		}
		f.DataUnits(own == 1)
		return nil
	})
}

//export goSpeciesCount
func goSpeciesCount(count *C.int, message *C.char) C.int {
	return answer(message, func() error {
		f, err := frame.Current("species_count")
		if err != nil {
			return err
		}
		return storeNumber("species_count: count", count, func() (int, error) { return f.Species, nil })
	})
}

//export goMaxBlock
func goMaxBlock(count *C.int, message *C.char) C.int {
	return answer(message, func() error {
		f, err := frame.Current("max_block")
		if err != nil {
			return err
		}
		return storeNumber("max_block: count", count, func() (int, error) { return f.MaxBlock, nil })
	})
}

//export goSpeciesName
func goSpeciesName(species C.int, buffer *C.char, size C.int, message *C.char) C.int {
	return answer(message, func() error {
		f, err := frame.Current("species_name")
		if err != nil {
			return err
		}
		name, err := f.SpeciesName(int(species))
		if err != nil {
			return err
		}
		if size > 0 && int(size) < len(name) { // a part of it may be another species
			return status.Errorf(status.Shape, "species_name: a buffer of %d characters, %s has %d", size, name, len(name))
		}
		return fill("species_name", buffer, size, name)
	})
}

//export goLoadKernels
func goLoadKernels(path *C.char, length C.int, message *C.char) C.int {
	return answer(message, func() error {
		f, err := frame.Current("load_kernels")
		if err != nil {
			return err
		}
		library, err := text("load_kernels: path", path, length)
		if err != nil {
			return err
		}
		return f.LoadKernels(library)
	})
}

//export goOption
func goOption(name *C.char, nameLength C.int, value *C.char, valueLength C.int, message *C.char) C.int {
	return answer(message, func() error {
		f, err := frame.Current("set_option")
		if err != nil {
			return err
		}
		key, err := text("set_option: name", name, nameLength)
		if err != nil {
			return err
		}
		word, err := text("set_option: value", value, valueLength)
		if err != nil {
			return err
		}
		return f.SetOption(key, word)
	})
}

//export goUnits
func goUnits(names *C.char, length C.int, values *C.double, count C.int, message *C.char) C.int {
	return answer(message, func() error {
		f, err := frame.Current("units")
		if err != nil {
			return err
		}
		words, err := text("units: names", names, length)
		if err != nil {
			return err
		}
		list := strings.Fields(words)
		if int(count) != len(list) {
			return status.Errorf(status.Argument, "units: %d names and %d values; one value for each name expected", len(list), count)
		}
		var sizes []float64
		if count > 0 {
			if sizes, err = doubles("units: values", values, int(count), false); err != nil {
				return err
			}
		}
		return f.SetUnits(list, sizes)
	})
}

// 4. Stripes

//export goUnpack
func goUnpack(s C.struct_bridge_stripe, message *C.char) C.int {
	return stripe("populateinputstripe", s, message, (*frame.Frame).Unpack)
}

//export goPack
func goPack(s C.struct_bridge_stripe, message *C.char) C.int {
	return stripe("populateoutputstripe", s, message, (*frame.Frame).Pack)
}

func stripe(call string, s C.struct_bridge_stripe, message *C.char, work func(*frame.Frame, string, views.HostArray, int, int) error) C.int {
	return answer(message, func() error {
		f, err := frame.Current(call)
		if err != nil {
			return err
		}
		if s.name_length < 0 { // C read it already, as far as it may be read
			return status.Errorf(status.NullPointer, "%s: the view's name at 0x%x cannot be read; pass up to 8 characters, ended by char(0) where there are fewer", call, uintptr(unsafe.Pointer(s.name)))
		}
		name := C.GoStringN(s.name, s.name_length)
		a := views.HostArray{Address: uintptr(unsafe.Pointer(s.data)), Var: int(s.first), Width: int(s.last) - int(s.first) + 1}
		for i := range 3 {
			a.Shape[i] = int(s.shape[i])
		}
		a.Shape[3] = int(s.last) // the legacy face does not say how many variables there are
		for i := range 6 {
			a.Interior[i] = int(s.interior[i])
		}
		return work(f, name, a, int(s.start), int(s.end))
	})
}

// 5. Collections

//export goCollection
func goCollection(name *C.char, n C.int, message *C.char) C.int {
	return answer(message, func() error {
		collection := C.GoString(name)
		f, err := frame.Current(collection)
		if err != nil {
			return err
		}
		return f.Run(collection, int(n), nil)
	})
}

// reader copies arrays of the host and keeps the first failure.
type reader struct{ err error }

func (r *reader) doubles(what string, p *C.double, n int) []float64 { return r.read(what, p, n, false) }

func (r *reader) optional(what string, p *C.double, n int) []float64 { return r.read(what, p, n, true) }

func (r *reader) read(what string, p *C.double, n int, optional bool) []float64 {
	if r.err != nil {
		return nil
	}
	var list []float64
	list, r.err = doubles("species data "+what, p, n, optional)
	return list
}

func (r *reader) nasa(what string, p *C.double, ns int) [][7]float64 {
	flat := r.doubles(what, p, 7*ns)
	if r.err != nil {
		return nil
	}
	sets := make([][7]float64, ns)
	for i := range sets {
		sets[i] = [7]float64(flat[7*i : 7*i+7])
	}
	return sets
}
