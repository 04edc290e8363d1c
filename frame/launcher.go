package frame

import "strconv"

// local is the place of this process among the processes of its node, as its launcher says.
type local struct{ rank, size int }

// launchers name the variables of Open MPI, MPICH/Hydra, Intel MPI, Slurm, PALS and Flux.
var launchers = []struct{ rank, size string }{
	{"OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE"},
	{"MPI_LOCALRANKID", "MPI_LOCALNRANKS"},
	{"PALS_LOCAL_RANKID", "PALS_LOCAL_SIZE"},
	{"FLUX_TASK_LOCAL_ID", "FLUX_TASK_LOCAL_SIZE"},
	{"SLURM_LOCALID", "SLURM_NTASKS_PER_NODE"},
}

// mostLocal bounds the processes of a node: what is beyond is no such number.
const mostLocal = 1 << 16

// placeOf reads the launcher's variables; a process without a launcher is rank 0 of 1.
func placeOf(environment map[string]string) local {
	for _, l := range launchers {
		rank, err := strconv.Atoi(environment[l.rank])
		if err != nil || rank < 0 || rank >= mostLocal {
			continue
		}
		size, err := strconv.Atoi(environment[l.size])
		if err != nil || size <= rank || size > mostLocal {
			size = rank + 1
		}
		return local{rank, size}
	}
	return local{0, 1}
}

// threadsFor is the default number of host threads: the CPUs this process is bound to, or the
// node's CPUs divided among its ranks where that is fewer (ranks that share one binding).
func threadsFor(bound, online int, place local) int {
	return max(1, min(bound, online/place.size))
}
