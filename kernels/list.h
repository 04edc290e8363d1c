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
KERNEL(eoscalcrhoh0fromtp, "T P Yi[ns] ke", "rho h0 flag")
KERNEL(eosgammajacobianproperties, "T P Yi[ns]", "rho h e cp cv gamma c rhoP rhoT hP hT Z W eP eT rhoYi[ns] hYi[ns] flag")
KERNEL(preoscriticalstate, "Yi[ns]", "Tcrit Pcrit Vcrit flag")
KERNEL(normalise, "Yi[ns]", "Yi[ns] flag")
KERNEL(molefractions, "Yi[ns]", "Xi[ns] W flag")
KERNEL(nasamixture, "T P Yi[ns]", "cpIdeal hIdeal sIdeal flag")
KERNEL(totalenthalpy, "h ke", "h0 flag")
KERNEL(kaycriticalstate, "Yi[ns]", "Tkay Pkay flag")
KERNEL(preosattraction, "T Yi[ns]", "a aT aTT flag")
KERNEL(preoscovolume, "Yi[ns]", "b flag")
KERNEL(preoscubicroots, "T P Yi[ns]", "Zleast Zmost roots flag")
KERNEL(preoscompressibility, "T P Yi[ns]", "Z flag")
KERNEL(preosdensity, "T P Yi[ns]", "rho flag")
KERNEL(preosdepartures, "T P Yi[ns]", "hDep sDep gDep flag")
KERNEL(preosenthalpy, "T P Yi[ns]", "h flag")
KERNEL(preosinternalenergy, "T P Yi[ns]", "e flag")
KERNEL(preosentropy, "T P Yi[ns]", "s g flag")
KERNEL(preosheatcapacities, "T P Yi[ns]", "cp cv gamma flag")
KERNEL(preossoundspeed, "T P Yi[ns]", "c flag")
KERNEL(preosdpdt, "T P Yi[ns]", "PT flag")
KERNEL(preosdpdv, "T P Yi[ns]", "Pv flag")
KERNEL(preosdrhodp, "T P Yi[ns]", "rhoP flag")
KERNEL(preosdrhodt, "T P Yi[ns]", "rhoT flag")
KERNEL(preosdhdp, "T P Yi[ns]", "hP flag")
KERNEL(preosdhdt, "T P Yi[ns]", "hT flag")
KERNEL(preosdedp, "T P Yi[ns]", "eP flag")
KERNEL(preosdedt, "T P Yi[ns]", "eT flag")
KERNEL(preosfugacity, "T P Yi[ns]", "lnphi[ns] flag")
KERNEL(preospartialvolumes, "T P Yi[ns]", "vi[ns] flag")
KERNEL(preospartialenthalpies, "T P Yi[ns]", "hi[ns] flag")
KERNEL(preosdrhody, "T P Yi[ns]", "rhoYi[ns] flag")
KERNEL(preosdhdy, "T P Yi[ns]", "hYi[ns] flag")
