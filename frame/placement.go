package frame

import "drawbridge/device/gpu"

// Placement is where a run puts the ranks of this node, as far as the launcher's environment tells.
type Placement struct {
	Rank    int   `json:"rank"`  // of this process among those of its node
	Size    int   `json:"ranks"` // of them
	GPUs    int   `json:"gpus"`  // visible to this process
	GPU     []int `json:"gpu,omitempty"`
	Sharing []int `json:"sharing,omitempty"` // ranks that take the same GPU as this one, itself included
}

// Place says which GPU each rank of the node takes where it runs on GPUs.
func Place(environment map[string]string) Placement {
	l := placeOf(environment)
	p := Placement{Rank: l.rank, Size: l.size}
	if count, err := gpu.Count(gpu.Any, environment["DRAWBRIDGE_DRIVER"]); err == nil {
		p.GPUs = count
	}
	return p.deal()
}

// deal gives the GPUs to the ranks in turn.
func (p Placement) deal() Placement {
	if p.GPUs < 1 {
		return p
	}
	for rank := range p.Size {
		p.GPU = append(p.GPU, rank%p.GPUs)
		if rank%p.GPUs == p.Rank%p.GPUs {
			p.Sharing = append(p.Sharing, rank)
		}
	}
	return p
}
