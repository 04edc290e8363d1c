//go:build !hdf5

package hdf5file

import (
	"errors"
	"time"
)

// Available says whether this build reads HDF5 files.
const Available = false

// ErrAbsent is what every call answers in a build without HDF5.
var ErrAbsent = errors.New("this command was built without HDF5, as that of a Python wheel is: use the one of the Debian package, or install libhdf5-dev and build with `make`")

// File is an open HDF5 file; there is none in this build.
type File struct{}

// Version answers the version of the HDF5 that reads.
func Version() string { return "" }

// Open answers ErrAbsent.
func Open(string) (*File, error) { return nil, ErrAbsent }

// NameCrashes has nothing to do without HDF5.
func NameCrashes(time.Duration) {}

// Ruined answers nil without HDF5.
func Ruined() error { return nil }

// Close has nothing to close.
func (*File) Close() error { return nil }

func (*File) exists(string) bool    { return false }
func (*File) isDataset(string) bool { return false }

// Walk answers ErrAbsent.
func (*File) Walk() ([]*Dataset, []Skipped, error) { return nil, nil, ErrAbsent }

// Groups answers nothing without HDF5.
func (*File) Groups() []string { return nil }

// Dataset answers ErrAbsent.
func (*File) Dataset(string) (*Dataset, error) { return nil, ErrAbsent }

func (*File) attributes(string, ...string) ([]Attribute, error) { return nil, ErrAbsent }

// Attributes answers ErrAbsent.
func (*File) Attributes(string) ([]Attribute, error) { return nil, ErrAbsent }

// Read answers ErrAbsent.
func Read[T float64 | int64 | uint64](_ *Dataset, _, _ []int, _ []T) error { return ErrAbsent }

// SameForm answers ErrAbsent.
func (*Dataset) SameForm(*Dataset) (bool, string, error) { return false, "", ErrAbsent }

// ReadBytes answers ErrAbsent.
func (*Dataset) ReadBytes(_, _ []int, _ []byte) error { return ErrAbsent }

// ReadFlat answers ErrAbsent.
func (*Dataset) ReadFlat(int64, []byte) error { return ErrAbsent }
