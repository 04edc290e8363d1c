! Every kernel of kernels/list.h before any species data are there: it runs, and later gives the same bits with data, or
! it is refused by its name. By plans, by the legacy face, and in a Frame for fields alone.
!   no_data golden.txt list.h
program no_data
  use, intrinsic :: iso_c_binding
  use testing
  use golden_states
  use kernel_list
  use drawbridge
  implicit none
  abstract interface
    subroutine legacy_collection(points) bind(c)
      import :: c_int
      integer(c_int), value :: points
    end subroutine
  end interface
  interface
    type(c_funptr) function dlsym(handle, symbol) bind(c)
      import :: c_funptr, c_ptr, c_char
      type(c_ptr), value :: handle
      character(kind=c_char), intent(in) :: symbol(*)
    end function
  end interface
  integer, parameter :: n = 37, ns = 2
  character(8), parameter :: inputs(13) = [character(8) :: 'T', 'P', 'rho', 'h', 'e', 'ke', 'rhoP', 'rhoT', 'hP', 'hT', 'epsMix', &
    'Tcrit', 'Pcrit']
  real(wp), parameter :: values(13) = [300.0_wp, 1e6_wp, 10.0_wp, 1e5_wp, 1e5_wp, 100.0_wp, 1e-5_wp, -3e-3_wp, 1e-4_wp, 1e3_wp, &
    100.0_wp, 150.0_wp, 5e6_wp]
  integer, parameter :: first_y = size(inputs) + 1
  type(kernel_t), allocatable :: kernels(:)
  type(golden_state), allocatable :: states(:)
  real(wp), target :: q(n, 1, 1, first_y + ns - 1), props(n, 1, 1, 40)
  real(wp), allocatable :: bare(:, :, :) ! what kernels gave without data
  logical, allocatable :: runs(:)        ! without data
  type(frame_t) :: frame
  type(golden_state) :: s
  character(500) :: text
  integer :: stat, i, k

  call get_command_argument(1, text)
  call golden_read(trim(text), states)
  call get_command_argument(2, text)
  call read_list(trim(text), kernels)
  do i = 1, size(inputs)
    q(:, 1, 1, i) = [(values(i)*(1 + 1e-3_wp*k), k=1, n)]
  end do
  q(:, :, :, first_y:) = 1.0_wp/ns
  s = states(findloc(states%ns, ns, 1))
  allocate (bare(n, 40, size(kernels)), runs(size(kernels)))

  call without_data()
  call without_transport_data()
  call with_data()
  call of_fields_alone()
  call by_legacy_calls()
  call finish('no_data')

contains

  subroutine without_data()
    call frame%initialize(ns=ns, max_block=20)
    do k = 1, size(kernels)
      call run(kernels(k))
      runs(k) = stat == 0
      bare(:, :, k) = props(:, 1, 1, :)
      if (.not. runs(k)) call expect_error(trim(kernels(k)%name)//' is refused', stat, text, DRAWBRIDGE_ORDER, &
          trim(kernels(k)%name)//': species data of the equation of state were not given: name species '// &
          'or a mechanism at initialize, or call frame%species_data (legacy: populatepreosshareddata)')
    end do
    call check('kernels that need no data run', count(runs) >= 2 .and. runs(place('preoscalcsoundspeed')) .and. &
        runs(place('totalenthalpy')))
    call check('the speed of sound is a number', all(bare(:, 1, place('preoscalcsoundspeed')) > 100))
    call frame%finalize()
  end subroutine

  ! Data of the equation of state alone: what is refused now wants those of transport.
  subroutine without_transport_data()
    integer :: refused
    call frame%initialize(ns=ns, max_block=20)
    call frame%species_data(s%W, s%Tc, s%Pc, s%omega, s%Tmid, s%low, s%high)
    refused = 0
    do k = 1, size(kernels)
      if (runs(k) .or. index(kernels(k)%name, 'preos') == 1 .and. index(kernels(k)%name, 'viscous') == 0) cycle
      call run(kernels(k))
      if (stat == 0) cycle
      refused = refused + 1
      call expect_error(trim(kernels(k)%name)//' is refused', stat, text, DRAWBRIDGE_ORDER, &
          trim(kernels(k)%name)//': species data of transport were not given: name species '// &
          'or a mechanism at initialize, or call frame%transport_data (legacy: populatechungshareddata)')
    end do
    call check('kernels of transport are refused', refused > 10)
    call frame%finalize()
  end subroutine

  subroutine with_data()
    call frame%initialize(ns=ns, max_block=20)
    call frame%species_data(s%W, s%Tc, s%Pc, s%omega, s%Tmid, s%low, s%high)
    call frame%transport_data(s%Vc, s%sigma, s%eps, s%dipole, s%kappa)
    do k = 1, size(kernels)
      if (.not. runs(k)) cycle
      call run(kernels(k))
      call check(trim(kernels(k)%name)//' runs with data', stat == 0, text)
      call check(trim(kernels(k)%name)//': data change nothing', &
          all(transfer(props, [0_c_int64_t]) == transfer(bare(:, :, k), [0_c_int64_t])))
    end do
    call frame%finalize()
  end subroutine

  ! call frame%initialize() of docs/stencils.md: no species at all.
  subroutine of_fields_alone()
    call frame%initialize()
    do k = 1, size(kernels)
      call run(kernels(k))
      if (runs(k)) then
        call check(trim(kernels(k)%name)//' runs without species', stat == 0, text)
        call check(trim(kernels(k)%name)//': the same without species', &
            all(transfer(props, [0_c_int64_t]) == transfer(bare(:, :, k), [0_c_int64_t])))
      else
        call check(trim(kernels(k)%name)//' is refused without species', stat /= 0 .and. &
            index(text, trim(kernels(k)%name)) > 0, text)
      end if
    end do
    call frame%finalize()
  end subroutine

  ! The collections by the talk's calls; the policy is `return` (of this test's environment).
  subroutine by_legacy_calls()
    procedure(legacy_collection), pointer :: collection
    type(c_funptr) :: address
    integer :: called
    external :: frame_initialize, frame_finalize, frame_status, frame_message
    call frame_initialize(%VAL(-1), %VAL(n), %VAL(ns), %VAL(0), %VAL(0))
    do i = 1, size(inputs)
      call stripe(trim(inputs(i)), i, i)
    end do
    call stripe('Yi', first_y, first_y + ns - 1)
    called = 0
    do k = 1, size(kernels)
      address = dlsym(c_null_ptr, 'frame_tvproperties_'//trim(kernels(k)%name)//'_'//c_null_char)
      if (.not. c_associated(address)) cycle
      called = called + 1
      call c_f_procpointer(address, collection)
      call collection(int(n, c_int))
      call frame_status(stat)
      text = ''
      call frame_message(text, %VAL(len(text)))
      if (runs(k)) then
        call check('legacy '//trim(kernels(k)%name)//' runs', stat == 0, text)
      else
        call expect_error('legacy '//trim(kernels(k)%name)//' is refused', stat, text, DRAWBRIDGE_ORDER, trim(kernels(k)%name))
      end if
    end do
    call check('the legacy face has 12 collections', called == 12)
    call frame_finalize()
  end subroutine

  subroutine stripe(name, first, last)
    character(*), intent(in) :: name
    integer, intent(in) :: first, last
    external :: frame_castles_populateinputstripe
    call frame_castles_populateinputstripe(name//char(0), q, %VAL(n), %VAL(1), %VAL(1), %VAL(1), %VAL(n), %VAL(1), %VAL(1), &
        %VAL(1), %VAL(1), %VAL(first), %VAL(last), %VAL(1), %VAL(n))
  end subroutine

  ! Runs a kernel into props, whose variables are its outputs side by side; stat and text of the first failure.
  subroutine run(kernel)
    type(kernel_t), intent(in) :: kernel
    type(plan_t) :: plan
    integer :: v, at, width, unused
    props = nan(1.0_wp)
    text = ''
    call plan%create(frame, trim(kernel%name), shape(q), [1, n, 1, 1, 1, 1], stat, text)
    do v = 1, kernel%n_reads
      at = findloc(inputs, kernel%reads(v), 1)
      if (stat == 0) call plan%read(trim(kernel%reads(v)), q, merge(first_y, at, at == 0), stat, text)
    end do
    at = 1
    do v = 1, kernel%n_writes
      width = merge(ns, 1, kernel%wide(v))
      if (stat == 0) call plan%write(trim(kernel%writes(v)), props, at, stat, text)
      at = at + width
    end do
    if (stat == 0) call plan%run(stat, text)
    call plan%destroy(unused)
  end subroutine

  integer function place(name)
    character(*), intent(in) :: name
    place = findloc(kernels%name, name, 1)
  end function
end program
