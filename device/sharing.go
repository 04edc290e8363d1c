package device

// Sharing is a device whose memory other processes of the node may open, so that their kernels write there.
type Sharing interface {
	// Share gives cleared memory, and the handle by which others open it.
	Share(name string, bytes int) (m Memory, handle []byte, err error)
	// Reach opens memory that another process shares. The same process opens each handle once.
	Reach(name string, handle []byte) (Memory, error)
	// Leave gives back what Share or Reach gave; no kernel that uses it may be under way.
	Leave(m Memory)
	// Spoil sets all bits of so many bytes, by which other processes see that nothing comes any more.
	Spoil(m Memory, at, bytes int)
	// Notice gives a word of the host, 0 at first, that kernels may write; Forgo gives it back.
	Notice() (*uint64, error)
	Forgo(word *uint64)
}
