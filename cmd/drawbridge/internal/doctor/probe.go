package doctor

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"

	"golang.org/x/sys/unix"
)

// sharedLibrary finds a shared library where the loader would: LD_LIBRARY_PATH, then its cache.
func sharedLibrary(name string) string {
	folders := filepath.SplitList(os.Getenv("LD_LIBRARY_PATH"))
	for _, variable := range []string{"CUDA_HOME", "CUDA_PATH"} {
		if home := os.Getenv(variable); home != "" {
			folders = append(folders, filepath.Join(home, "lib64"))
		}
	}
	for _, folder := range folders {
		if path := filepath.Join(folder, name); folder != "" && exists(path) {
			return path
		}
	}
	for _, ldconfig := range []string{"/sbin/ldconfig", "/usr/sbin/ldconfig", "ldconfig"} {
		if output, err := exec.Command(ldconfig, "-p").Output(); err == nil {
			return cached(output, name)
		}
	}
	return ""
}

// cached finds a name in what ldconfig -p prints.
func cached(output []byte, name string) string {
	if found := regexp.MustCompile(`(?m)^\s*` + regexp.QuoteMeta(name) + ` .* => (.*)$`).FindSubmatch(output); found != nil {
		return string(found[1])
	}
	return ""
}

// allowedCPUs are those that this process is bound to.
func allowedCPUs() []int {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return nil
	}
	var list []int
	for cpu := 0; len(list) < set.Count(); cpu++ {
		if set.IsSet(cpu) {
			list = append(list, cpu)
		}
	}
	return list
}
