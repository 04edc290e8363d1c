package gpu

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// CacheFolder is where compiled kernels are kept, by the setting "cache" and the environment; "" keeps none.
func CacheFolder(setting string, environment map[string]string) string {
	switch {
	case setting == "off":
		return ""
	case setting != "":
		return setting
	case environment["XDG_CACHE_HOME"] != "":
		return filepath.Join(environment["XDG_CACHE_HOME"], "drawbridge")
	case environment["HOME"] != "":
		return filepath.Join(environment["HOME"], ".cache", "drawbridge")
	}
	return ""
}

// CacheEntry is one file of the cache.
type CacheEntry struct {
	Kernel string    `json:"kernel"`
	Kind   string    `json:"kind"` // code, or variant: the variant that was the fastest
	File   string    `json:"file"`
	Bytes  int64     `json:"bytes"`
	Made   time.Time `json:"made"`
	Whole  bool      `json:"whole"`
}

// CacheEntries lists a cache; a folder that is not there has none. Other files are passed over.
func CacheEntries(folder string) ([]CacheEntry, error) {
	files, err := os.ReadDir(folder)
	if os.IsNotExist(err) {
		return nil, nil
	}
	var list []CacheEntry
	for _, f := range files {
		kind := map[string]string{suffix: "code", choiceSuffix: "variant"}[filepath.Ext(f.Name())]
		cut := strings.LastIndex(f.Name(), "-")
		info, failed := f.Info()
		if kind == "" || cut < 1 || failed != nil {
			continue
		}
		_, whole := entry{filepath.Join(folder, f.Name())}.read()
		list = append(list, CacheEntry{f.Name()[:cut], kind, f.Name(), info.Size(), info.ModTime(), whole})
	}
	return list, err
}
