package doctor

import (
	"context"
	"debug/elf"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// mpi compares the MPI of the library, the launcher of the PATH and the launcher that started this process.
func (p Patient) mpi(library string) []Check {
	built, name := needed(library)
	if library == "" {
		return nil
	}
	if built == "" {
		return []Check{good("MPI", "the library was built without MPI: property calls work on any number of ranks, snapshots take no communicator")}
	}
	checks := []Check{p.launcher(built, name)}
	if by := p.startedBy(); by != "" && by != built {
		checks = append(checks, bad("MPI start", fmt.Sprintf("these ranks were started by %s, and the library was built with %s: each rank would be alone", by, built),
			"start them with the mpirun of "+built+", or build Drawbridge with -DDRAWBRIDGE_MPI="+word(by)))
	}
	return checks
}

func word(family string) string { return strings.ToLower(strings.ReplaceAll(family, " ", "")) }

// needed is the MPI that a library is linked with.
func needed(library string) (of, name string) {
	if library == "" {
		return "", ""
	}
	file, err := elf.Open(library)
	if err != nil {
		return "", ""
	}
	defer file.Close()
	names, _ := file.ImportedLibraries()
	for _, name := range names {
		if f := family(name); f != "" {
			return f, name
		}
	}
	return "", ""
}

// launcher compares mpirun of the PATH with the library's MPI.
func (p Patient) launcher(built, name string) Check {
	path, err := exec.LookPath("mpirun")
	if err != nil {
		return warn("MPI", "the library was built with "+built+" ("+name+"), and there is no mpirun on the PATH",
			"module load its MPI, install its package (openmpi-bin or mpich), or start ranks with srun")
	}
	limit, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	text, _ := exec.CommandContext(limit, path, "--version").CombinedOutput()
	has := ""
	switch said := strings.ToLower(string(text)); {
	case strings.Contains(said, "open mpi"), strings.Contains(said, "openrte"), strings.Contains(said, "prte"):
		has = "Open MPI"
	case strings.Contains(said, "hydra"), strings.Contains(said, "intel(r) mpi"), strings.Contains(said, "mpich"):
		has = "MPICH"
	}
	switch has {
	case built:
		return good("MPI", fmt.Sprintf("%s (%s), and %s is its launcher", built, name, path))
	case "":
		return warn("MPI", fmt.Sprintf("the library was built with %s (%s), and %s does not say which MPI it starts", built, name, path),
			"make sure that it is the launcher of "+built)
	}
	return bad("MPI", fmt.Sprintf("the library was built with %s (%s), and %s starts ranks of %s", built, name, path, has),
		"put the mpirun of "+built+" first on the PATH, or build Drawbridge with -DDRAWBRIDGE_MPI="+word(has))
}

// startedBy is the MPI whose launcher started this process, as far as its variables say.
func (p Patient) startedBy() string {
	if p.Environment["OMPI_COMM_WORLD_SIZE"] != "" {
		return "Open MPI"
	}
	if p.Environment["SLURM_PROCID"] == "" && (p.Environment["PMI_SIZE"] != "" || p.Environment["HYDRA_CONTROL_FD"] != "") {
		return "MPICH"
	}
	return ""
}
