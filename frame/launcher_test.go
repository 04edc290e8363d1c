package frame

import "testing"

func TestPlaceComesFromAnyLauncher(t *testing.T) {
	for _, c := range []struct {
		environment map[string]string
		want        local
	}{
		{map[string]string{}, local{0, 1}},
		{map[string]string{"OMPI_COMM_WORLD_LOCAL_RANK": "3", "OMPI_COMM_WORLD_LOCAL_SIZE": "4"}, local{3, 4}},
		{map[string]string{"MPI_LOCALRANKID": "1", "MPI_LOCALNRANKS": "2"}, local{1, 2}},
		{map[string]string{"PALS_LOCAL_RANKID": "5", "PALS_LOCAL_SIZE": "8"}, local{5, 8}},
		{map[string]string{"FLUX_TASK_LOCAL_ID": "2", "FLUX_TASK_LOCAL_SIZE": "3"}, local{2, 3}},
		{map[string]string{"SLURM_LOCALID": "1", "SLURM_NTASKS_PER_NODE": "4(x2)"}, local{1, 2}},
		{map[string]string{"OMPI_COMM_WORLD_LOCAL_RANK": "-1"}, local{0, 1}},
		{map[string]string{"OMPI_COMM_WORLD_LOCAL_RANK": "x", "SLURM_LOCALID": "0"}, local{0, 1}},
	} {
		if got := placeOf(c.environment); got != c.want {
			t.Errorf("%v: got %v, want %v", c.environment, got, c.want)
		}
	}
}

func TestThreadsFollowTheBinding(t *testing.T) {
	for _, c := range []struct{ bound, online, ranks, want int }{
		{2, 2, 1, 2},    // alone on the node
		{2, 2, 2, 1},    // two ranks, nobody bound
		{1, 64, 64, 1},  // bound to cores
		{4, 8, 2, 4},    // two ranks, each bound to its own four cores
		{16, 32, 4, 8},  // bound to sockets that two ranks share
		{64, 64, 3, 21}, // three ranks, nobody bound
		{1, 1, 5, 1},    // more ranks than cores
	} {
		if got := threadsFor(c.bound, c.online, local{0, c.ranks}); got != c.want {
			t.Errorf("bound to %d of %d, %d ranks: got %d, want %d", c.bound, c.online, c.ranks, got, c.want)
		}
	}
}
