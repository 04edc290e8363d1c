package frame

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"drawbridge/device/gpu"
	"drawbridge/mpi"
	"drawbridge/settings"
)

// wish is what a rank says of the variants of its kernels before initialize goes on.
type wish struct {
	Measures bool   // it has a GPU and would measure
	Folder   string // of its cache; "" keeps none
	Token    string // a file that the first that measures put there; "" where it could not
	Sees     bool   // the token in its own folder
}

// agreeOnVariants tells why the ranks cannot agree on measured variants; "" where they can, since they share the
// cache: the first that measures writes, the others read. Without that each would choose for itself, and answers
// could differ in their last bits between ranks, so then nobody measures. Collective.
func agreeOnVariants(c Config, ranks mpi.Ranks) (string, error) {
	mine := wishOf(c)
	all, err := mpi.ShareValue(ranks, "initialize", mine)
	if err != nil {
		return "", err
	}
	leader, count := -1, 0
	for i, w := range all {
		if w.Measures {
			count++
			if leader < 0 {
				leader = i
			}
		}
	}
	if count < 2 {
		return "", nil
	}
	if ranks.Rank() == leader {
		mine.Token = putToken(mine.Folder)
		if mine.Token != "" {
			defer os.Remove(filepath.Join(mine.Folder, mine.Token))
		}
	}
	if all, err = mpi.ShareValue(ranks, "initialize", mine); err != nil {
		return "", err
	}
	token := all[leader].Token
	mine.Sees = mine.Measures && token != "" && seen(filepath.Join(mine.Folder, token))
	if all, err = mpi.ShareValue(ranks, "initialize", mine); err != nil {
		return "", err
	}
	for i, w := range all {
		if w.Measures && !w.Sees {
			return fmt.Sprintf("GPU variants are not measured, every rank takes the first: rank %d (cache %s) does not see the cache of rank %d (%s). Set DRAWBRIDGE_CACHE to a folder that all ranks see, or DRAWBRIDGE_TUNE to a variant",
				i, named(w.Folder), leader, named(all[leader].Folder)), nil
		}
	}
	return "", nil
}

func named(folder string) string {
	if folder == "" {
		return "off"
	}
	return folder
}

// wishOf reads the settings; wrong ones are told later, to all ranks.
func wishOf(c Config) wish {
	given := c.Settings
	if selected != "" && c.Settings["device"] == "" {
		given = with(given, "device", selected)
	}
	values, _, err := settings.Resolve(given, drawbridgeOnly(c.Environment))
	if err != nil || c.Refused != nil {
		return wish{}
	}
	word := values["device"]
	if word == "host" || word == "memcheck" || (word == "" && c.DeviceID < 0 && values["isa"] != "") {
		return wish{}
	}
	if word == "" {
		word = gpu.Any
	}
	_, err = gpu.Count(word, values["driver"])
	return wish{Measures: err == nil && (values["tune"] == "" || values["tune"] == "on"), Folder: gpu.CacheFolder(values["cache"], c.Environment)}
}

// putToken makes a file of a new name in a folder and gives the name; "" where it cannot be.
func putToken(folder string) string {
	if folder == "" || os.MkdirAll(folder, 0o755) != nil {
		return ""
	}
	file, err := os.CreateTemp(folder, ".ranks-*")
	if err != nil {
		return ""
	}
	file.Close()
	return filepath.Base(file.Name())
}

// seen looks for a file that is there already, and gives a file system of the network some time.
func seen(path string) bool {
	for range 10 {
		if _, err := os.Stat(path); err == nil {
			return true
		}
		time.Sleep(20 * time.Millisecond)
	}
	return false
}
