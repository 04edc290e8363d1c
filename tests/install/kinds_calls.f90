! A host of the legacy calls whose kinds flags of the compiler change. The policy is return; its output is a density or a refusal.
!   kinds_calls data   species data, T and P have the kind that the flags make of real(8)
!   kinds_calls        species data are real(8), as a C library would hand them over
program kinds_calls
  implicit none
  integer, parameter :: n = 4, ns = 2
  double precision :: W(ns), Tc(ns), Pc(ns), omega(ns), Tmid(ns), low(7, ns)
  double precision, allocatable :: q(:, :, :, :)
  integer :: i, code
  character(400) :: message
  external :: frame_initialize, frame_castles_populatepreosshareddata, frame_castles_populateinputstripe
  external :: frame_castles_populateoutputstripe, frame_tvproperties_preosthermalproperties, frame_finalize
  external :: frame_status, frame_message
  W = [0.016043d0, 0.031998d0]
  Tc = [190.7d0, 154.58d0]
  Pc = [4.63d6, 5.043d6]
  omega = [0.011d0, 0.022d0]
  Tmid = 1000
  low(:, 1) = [5.14987613d0, -0.0136709788d0, 4.91800599d-5, -4.84743026d-8, 1.66693956d-11, -10246.6476d0, -4.64130376d0]
  low(:, 2) = [3.78245636d0, -0.00299673416d0, 9.84730201d-6, -9.68129509d-9, 3.24372837d-12, -1063.94356d0, 3.65767573d0]
  allocate (q(n, n, n, 5))
  q = 0
  do i = 1, n
    q(i, :, :, 1) = 300 + 7.1d0*i
    q(i, :, :, 2) = 1.01325d5*(1 + 0.1d0*i)
    q(i, :, :, 3) = 0.25d0
    q(i, :, :, 4) = 0.75d0
  end do
  call frame_initialize(%VAL(-1), %VAL(n**3), %VAL(ns), %VAL(4), %VAL(0))
  if (command_argument_count() > 0) then
    call frame_castles_populatepreosshareddata(W, Tc, Pc, omega, %VAL(0_8), Tmid, low, low)
    call look()
  else
    call other_kinds()
  end if
  call take('T'//char(0), 1, 1)
  call take('P'//char(0), 2, 2)
  call take('Yi'//char(0), 3, 4)
  call frame_tvproperties_preosthermalproperties(%VAL(n**3))
  call frame_castles_populateoutputstripe('rho'//char(0), q, %VAL(n), %VAL(n), %VAL(n), %VAL(1), %VAL(n), %VAL(1), %VAL(n), &
      %VAL(1), %VAL(n), %VAL(5), %VAL(5), %VAL(1), %VAL(n**3))
  call look()
  print '(f8.5)', q(2, 3, 4, 5)
  call frame_finalize()
contains
  subroutine other_kinds() ! 8 bytes whatever the flags, since the results of an intrinsic have the kind that is asked
    call frame_castles_populatepreosshareddata(real(W, 8), real(Tc, 8), real(Pc, 8), real(omega, 8), %VAL(0_8), real(Tmid, 8), &
        real(low, 8), real(low, 8))
    call look()
  end subroutine
  subroutine take(name, first, last)
    character(*), intent(in) :: name
    integer, intent(in) :: first, last
    call frame_castles_populateinputstripe(name, q, %VAL(n), %VAL(n), %VAL(n), %VAL(1), %VAL(n), %VAL(1), %VAL(n), &
        %VAL(1), %VAL(n), %VAL(first), %VAL(last), %VAL(1), %VAL(n**3))
    call look()
  end subroutine
  subroutine look()
    call frame_status(code)
    if (code == 0) return
    call frame_message(message, %VAL(len(message)))
    print '(a)', trim(message)
    stop
  end subroutine
end program
