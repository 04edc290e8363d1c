// Package nearest finds what a mistyped name may have meant. Here lives the distance between two
// words. Never here: files, fields, or what to do about it.
package nearest

import (
	"fmt"
	"strings"
)

// A sentence lists at most so many names, and no further one behind so many characters: `errmsg` of 300 characters holds it.
const (
	most    = 12
	longest = 130
)

// Sentence ends a message about an unknown name: the nearest of those there are, and all of them.
func Sentence(name string, known []string) string {
	if len(known) == 0 {
		return "there are none"
	}
	list, _ := shortened(known)
	if near := Name(name, known); near != "" {
		return fmt.Sprintf("nearest: %s; there are: %s", near, list)
	}
	return "there are: " + list
}

// Known ends a message about an unknown name: first the name that may be meant, then those there are, as in "views are T P".
// Where they are too many to list, `all` says how to see the rest; "" says nothing.
func Known(name, are string, known []string, all string) string {
	list, rest := shortened(known)
	if rest > 0 && all != "" {
		list += "; " + all
	}
	return ending(name, are, known, list)
}

// All is Known with every name, however many there are.
func All(name, are string, known []string) string {
	return ending(name, are, known, strings.Join(known, " "))
}

func ending(name, are string, known []string, list string) string {
	if len(known) == 0 {
		return "; there are none"
	}
	hint := Question(name, known)
	if hint == "" {
		return "; " + are + " " + list
	}
	return hint + " " + strings.ToUpper(are[:1]) + are[1:] + " " + list
}

// shortened is the beginning of the list of names, and how many it leaves out.
func shortened(known []string) (list string, rest int) {
	n, length := 0, 0
	for n < len(known) && n < most && length < longest {
		length += len(known[n]) + 1
		n++
	}
	list, rest = strings.Join(known[:n], " "), len(known)-n
	if rest > 0 {
		list += fmt.Sprintf(" and %d more", rest)
	}
	return list, rest
}

// Question says which of the names may be meant: "; did you mean 'T'?", or "" where none is near.
func Question(name string, known []string) string {
	near := Name(name, known)
	if near == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean '%s'?", near)
}

// leastBegun is how many letters must be there to be taken for the beginning of one of several names.
const leastBegun = 4

// begun is the shortest known name that begins with what was typed; "" where there is none, or several for a few letters.
func begun(name string, known []string) string {
	best, found := "", 0
	for _, k := range known {
		if name != "" && len(k) >= len(name) && strings.EqualFold(k[:len(name)], name) {
			found++
			if best == "" || len(k) < len(best) {
				best = k
			}
		}
	}
	if found > 1 && len(name) < leastBegun {
		return ""
	}
	return best
}

// Name is the known name with the fewest changes of letters, or the one that begins so; "" where all are far away.
func Name(name string, known []string) string {
	name = strings.TrimSpace(name)
	if near := within(name, known, (len(name)+1)/3+1); near != "" {
		return near
	}
	return begun(name, known)
}

// within is the known name with fewer changes of letters than `least`; "" where there is none.
func within(name string, known []string, least int) string {
	best := ""
	for _, k := range known {
		if d := distance(strings.ToLower(name), strings.ToLower(k)); d < least {
			best, least = k, d
		}
	}
	return best
}

// distance is Levenshtein's: letters inserted, left out or replaced.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for i := range row {
		row[i] = i
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for k := range len(b) {
			change := corner
			if a[i] != b[k] {
				change++
			}
			corner = row[k+1]
			row[k+1] = min(change, corner+1, row[k]+1)
		}
	}
	return row[len(b)]
}
