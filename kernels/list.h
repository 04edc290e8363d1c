/* The kernel list: KERNEL(name, "what it reads", "what it writes"), one line per kernel.
 *
 * Read by g++ and NVRTC as macros (the includer defines KERNEL) and by Go with one regular
 * expression (list.go). The order of the names is the order of the kernel's arguments and of the
 * views handed to it: all reads, then all writes; a name on both sides appears twice.
 *   name      one double per point            name[ns]  one double per point and species
 *   name?     may be absent (a null view): it then reads as NaN
 * The last write is always the flag word of flags.h, which the kernel function returns.
 * Units and meaning of the names: SI, mass specific; design of the collections in doc.go.
 */
KERNEL(preosrhohfromtpprop, "T P Yi[ns]", "rho h flag")
KERNEL(preosthermalproperties, "T P Yi[ns]", "rho h e cp cv gamma c rhoP rhoT hP hT Z W flag")
KERNEL(preoscalctfromhp, "h P Yi[ns] T?", "T rho flag")
KERNEL(preoscalctpfromrhoe, "rho e Yi[ns] T?", "T P flag")
KERNEL(preoscalcsoundspeed, "rho rhoP rhoT hP hT", "c flag")
