package frame

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"drawbridge/mpi"
	"drawbridge/properties"
	"drawbridge/status"
)

// Ranks that compute with other species, data or options than the rest give a field in which the physics changes
// from one rank to the next, and no error. They are compared where all ranks meet anyway, so that setting data
// and computing stay calls of one rank: in initialize, in report, when a snapshot of all ranks begins, in finalize.

// samePhysics compares what the Frames of all ranks compute with, and gives the same answer on every rank: the
// difference, "" where there is none. Collective; f is nil on a rank without a Frame, which differs from nobody.
func samePhysics(ranks mpi.Ranks, call string, f *Frame) (string, error) {
	if ranks.Size() == 1 {
		return "", nil
	}
	var facts []properties.Fact
	if f != nil {
		facts = f.facts()
	}
	all, err := mpi.ShareValue(ranks, call, digests(facts))
	if err != nil {
		return "", err
	}
	reference, other, name := -1, -1, -1
	var also []string
	for rank, theirs := range all {
		switch {
		case theirs == nil: // it has no Frame
		case reference < 0:
			reference = rank
		case other < 0 && !slices.EqualFunc(theirs, all[reference], same):
			other = rank
		}
	}
	if other < 0 {
		return "", nil
	}
	for i := range all[reference] {
		if same(all[reference][i], all[other][i]) {
			continue
		}
		if name < 0 {
			name = i
		} else if facts != nil {
			also = append(also, facts[i].Name)
		}
	}
	var mine []string
	if facts != nil {
		mine = facts[name].Values
	}
	values, err := mpi.ShareValue(ranks, call, mine)
	if err != nil {
		return "", err
	}
	return difference(facts, name, also, values, reference, other), nil
}

// facts are what a Frame computes with: the names of the species, where it knows them, and what its collections
// were told.
func (f *Frame) facts() []properties.Fact {
	names := properties.Fact{Name: listOfSpecies}
	if f.Names != nil {
		names.Values = []string{strings.Join(f.Names, " ")}
	}
	return slices.Insert(f.properties.Facts(), 1, names)
}

const listOfSpecies = "the list of species"

// same compares two digests; 0 stands for names that a Frame does not know, since the host gave arrays.
func same(a, b uint64) bool { return a == b || a == 0 || b == 0 }

// digests are short stand-ins of facts; nil of none.
func digests(facts []properties.Fact) []uint64 {
	var list []uint64
	for _, fact := range facts {
		if fact.Name == listOfSpecies && fact.Values == nil {
			list = append(list, 0)
			continue
		}
		h := fnv.New64a()
		text, _ := json.Marshal(fact.Values) // strings can always be written
		h.Write(text)
		list = append(list, max(1, h.Sum64()))
	}
	return list
}

// difference says which value two ranks have otherwise.
func difference(facts []properties.Fact, name int, also []string, values [][]string, reference, other int) string {
	if facts == nil {
		return fmt.Sprintf("rank %d does not compute the same as rank %d: its species data or options differ", other, reference)
	}
	a, b := values[reference], values[other]
	label, mine, theirs := facts[name].Name, "given", "given"
	switch at := 0; {
	case len(a) == 0:
		mine = "not given"
	case len(b) == 0:
		theirs = "not given"
	default:
		for at < min(len(a), len(b))-1 && a[at] == b[at] {
			at++
		}
		label, mine, theirs = facts[name].Label(at), a[at], b[at]
	}
	text := fmt.Sprintf("the ranks do not compute the same: %s is %s on rank %d and %s on rank %d", label, mine, reference, theirs, other)
	if len(also) > 3 {
		also = append(also[:3], fmt.Sprintf("%d more", len(also)-3))
	}
	if len(also) > 0 {
		text += "; they also differ in " + strings.Join(also, ", ")
	}
	return text + "; give every rank of the communicator the same species, data and options"
}

// refuseOtherPhysics is samePhysics as the error of a call.
func refuseOtherPhysics(call string, ranks mpi.Ranks, f *Frame) error {
	name, _, _ := strings.Cut(call, " ")
	text, err := samePhysics(ranks, name, f)
	if err == nil && text != "" {
		err = status.Errorf(status.Argument, "%s: %s", call, text)
	}
	return err
}

// tellOtherPhysics is the last look, at the end of a run: it fails nothing.
func (f *Frame) tellOtherPhysics() {
	if f.ranks == nil || f.ranks.Alive() != nil {
		return
	}
	if text, err := samePhysics(f.ranks, "finalize", f); err == nil && text != "" {
		f.report.Note("%s", text)
		f.warn("finalize: " + text)
	}
}
