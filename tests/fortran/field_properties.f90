! Property collections on fields give what plans give on the caller's arrays: fields with different halos, of one component
! or many, of any shape, at once or in a sequence with stencils. Halos stay as they were. What does not fit is refused by name.
! Components without properties: field_components.f90.
program field_properties
  use testing
  use drawbridge
  use stencil_cases, only: frame, drop
  implicit none
  integer, parameter :: ns = 5, nvar = 12, T = 1, P = 2, Y = 3
  character(3), parameter :: species(ns) = ['CH4', 'O2 ', 'CO2', 'H2O', 'N2 ']
  integer :: stat
  character(400) :: text
  logical :: on_gpu
  character(20) :: device

  call get_environment_variable('DRAWBRIDGE_DEVICE', device)
  on_gpu = device == 'cuda'
  call frame%initialize(species=species, max_block=4096, log='off')
  call compare([13, 7, 5])
  call compare([1, 3, 4])
  call compare([3, 5, 7])
  call compare([16, 4, 4])
  call compare([64, 6, 3])
  call compare([131, 4, 2])
  call compare([37, 11])
  call inverse([21, 6, 4])
  call in_a_sequence()
  call refusals()
  call frame%finalize()
  call finish('field_properties')

contains

  ! States from 250 to 900 K, 1 to 200 bar, of five species, in the variables of q; NaN in its halo.
  subroutine states(q, halo)
    integer, intent(in) :: halo
    real(wp), intent(out) :: q(:, :, :, :)
    real(wp) :: a(ns)
    integer :: i, j, k, m(4), low(3), n
    m = shape(q)
    low = halo
    if (m(3) == 1) low(3) = 0
    q = nan(1.0_wp)
    n = 0
    do k = 1 + low(3), m(3) - low(3)
      do j = 1 + low(2), m(2) - low(2)
        do i = 1 + low(1), m(1) - low(1)
          n = n + 1
          q(i, j, k, T) = 250 + modulo(97.31_wp*n, 650.0_wp)
          q(i, j, k, P) = 1e5_wp*(1 + modulo(13.7_wp*n, 199.0_wp))
          a = modulo(n*[0.37_wp, 0.73_wp, 0.11_wp, 0.59_wp, 0.83_wp], 1.0_wp) + 0.01_wp
          q(i, j, k, Y:Y + ns - 1) = a/sum(a)
        end do
      end do
    end do
  end subroutine

  ! Fields T, P and, under a name of the test's, Yi, with the values of q. The halo is that of T; the others have none.
  subroutine create_states(mass_fractions, q, halo)
    character(*), intent(in) :: mass_fractions
    real(wp), intent(in), contiguous, target :: q(:, :, :, :)
    integer, intent(in) :: halo
    integer :: n(4)
    n = shape(q)
    call frame%create_field('T', n(:3), halo=halo)
    call frame%create_field('P', n(:3))
    call frame%create_field(mass_fractions, n(:3), components=ns)
    call frame%upload('T', q, T)
    call frame%upload('P', q, P)
    call frame%upload(mass_fractions, q, Y)
  end subroutine

  ! The inputs that the plans of the checks read from q.
  subroutine read_states(plan, q)
    type(plan_t), intent(inout) :: plan
    real(wp), intent(in), contiguous, target :: q(:, :, :, :)
    call plan%read('T', q, T)
    call plan%read('P', q, P)
    call plan%read('Yi', q, Y)
  end subroutine

  integer function halo_of(extents, axis, halo)
    integer, intent(in) :: extents(:), axis, halo
    halo_of = 0
    if (axis <= size(extents)) halo_of = halo
  end function

  ! The thermal and the viscous collection on fields whose halos are 0, 1, 2 and 5, against plans.
  subroutine compare(extents)
    integer, intent(in) :: extents(:)
    integer, parameter :: halo = 2
    real(wp), allocatable, target :: q(:, :, :, :), want(:, :, :, :), got(:, :, :), whole(:, :, :, :)
    type(plan_t) :: plan
    integer :: n(3), h(3), inner(6), i, o
    character(30) :: name
    character(6), parameter :: outputs(5) = [character(6) :: 'rho', 'h', 'c', 'mu', 'lambda']
    write (name, '(3(i0,1x))') extents
    n = 1
    n(:size(extents)) = extents
    h = [(halo_of(extents, i, halo), i = 1, 3)]
    inner = [h(1) + 1, h(1) + n(1), h(2) + 1, h(2) + n(2), h(3) + 1, h(3) + n(3)]
    allocate (q(n(1) + 2*h(1), n(2) + 2*h(2), n(3) + 2*h(3), nvar))
    want = spread(q(:, :, :, 1), 4, 5)
    call states(q, halo)
    want = nan(1.0_wp)
    call plan%create(frame, 'eosThermalAndViscousProperties', [size(q, 1), size(q, 2), size(q, 3)], inner)
    call read_states(plan, q)
    do i = 1, size(outputs)
      call plan%write(trim(outputs(i)), want, i)
    end do
    call plan%run()
    call plan%destroy()
    call frame%create_field('T', extents, halo=2)
    call frame%create_field('pressure', extents, halo=0)
    call frame%create_field('Y', extents, halo=1, components=ns)
    call frame%upload('T', q, T, inner)
    call frame%upload('pressure', q, P, inner)
    call frame%upload('Y', q, Y, inner)
    do i = 1, size(outputs)
      o = mod(2*i, 6) ! layers of halo
      call frame%create_field('out_'//trim(outputs(i)), extents, halo=o)
      whole = spread(field_with_halo(extents, o, -7.0_wp), 4, 1)
      call frame%upload('out_'//trim(outputs(i)), whole, 1, interior_of(extents, o), layers=o)
    end do
    call frame%properties('eosThermalAndViscousProperties', 'T P=pressure Yi=Y', &
        'rho=out_rho h=out_h c=out_c mu=out_mu lambda=out_lambda')
    allocate (got(size(q, 1), size(q, 2), size(q, 3)))
    do i = 1, size(outputs)
      o = mod(2*i, 6)
      whole = spread(field_with_halo(extents, o, 0.0_wp), 4, 1)
      call frame%download('out_'//trim(outputs(i)), whole, 1, interior_of(extents, o), layers=o)
      call check(trim(name)//' '//outputs(i)//': the halo is as it was', &
          halo_is(whole(:, :, :, 1), interior_of(extents, o), -7.0_wp))
      got = nan(1.0_wp)
      call frame%download('out_'//trim(outputs(i)), got, inner)
      call check_same(trim(name)//' '//outputs(i)//' is that of a plan', &
          got(inner(1):inner(2), inner(3):inner(4), inner(5):inner(6)), &
          want(inner(1):inner(2), inner(3):inner(4), inner(5):inner(6), i))
      call frame%destroy_field('out_'//trim(outputs(i)))
    end do
    call drop('T pressure Y')
  end subroutine

  function interior_of(extents, halo) result(inner)
    integer, intent(in) :: extents(:), halo
    integer :: inner(6), i, n, h
    do i = 1, 3
      n = 1
      if (i <= size(extents)) n = extents(i)
      h = halo_of(extents, i, halo)
      inner(2*i - 1:2*i) = [h + 1, h + n]
    end do
  end function

  function field_with_halo(extents, halo, value) result(a)
    integer, intent(in) :: extents(:), halo
    real(wp), intent(in) :: value
    real(wp), allocatable :: a(:, :, :)
    integer :: n(3)
    n = 1
    n(:size(extents)) = extents + 2*halo
    allocate (a(n(1), n(2), n(3)), source=value)
  end function

  logical function halo_is(a, inner, value)
    real(wp), intent(in) :: a(:, :, :), value
    integer, intent(in) :: inner(6)
    logical :: outside(size(a, 1), size(a, 2), size(a, 3))
    outside = .true.
    outside(inner(1):inner(2), inner(3):inner(4), inner(5):inner(6)) = .false.
    halo_is = all(a == value .or. .not. outside)
  end function

  ! The same bits on hosts; on a GPU, where another variant may run, to rounding.
  subroutine check_same(what, got, want)
    character(*), intent(in) :: what
    real(wp), intent(in) :: got(:, :, :), want(:, :, :)
    character(80) :: detail
    logical :: same
    if (on_gpu) then
      same = all(abs(got - want) <= 1e-12_wp*abs(want))
    else
      same = all(got == want)
    end if
    write (detail, '(a,es10.2,a,i0)') 'largest relative difference', maxval(abs(got/want - 1)), ', NaN: ', count(is_nan(got))
    call check(what, same .and. .not. any(is_nan(got)), detail)
  end subroutine

  ! (T,P) of (rho,e): T is the first guess and the answer, in one field.
  subroutine inverse(n)
    integer, intent(in) :: n(3)
    real(wp), target :: q(n(1), n(2), n(3), nvar), got(n(1), n(2), n(3))
    integer :: inner(6)
    inner = [1, n(1), 1, n(2), 1, n(3)]
    call states(q, 0)
    call create_states('Yi', q, 0)
    call frame%create_field('rho', n, halo=3)
    call frame%create_field('e', n)
    call frame%properties('preosThermalProperties', 'T P Yi', 'rho e')
    got = q(:, :, :, T) + 20
    call frame%upload('T', got)
    call frame%properties('preoscalctpfromrhoe', 'rho e Yi T', 'T P')
    call frame%download('T', got)
    call check('T is found again', maxval(abs(got/q(:, :, :, T) - 1)) < 1e-8_wp)
    call frame%download('P', got)
    call check('P is found again', maxval(abs(got/q(:, :, :, P) - 1)) < 1e-6_wp)
    call drop('T P Yi rho e')
  end subroutine

  ! A step of properties, expressions, stencils and fills, with another number each time, against the same by hand.
  subroutine in_a_sequence()
    integer, parameter :: n(3) = [24, 10, 6]
    real(wp), allocatable, target :: q(:, :, :, :), got(:, :, :), want(:, :, :, :)
    type(sequence_t) :: step
    type(plan_t) :: plan
    real(wp), parameter :: f(3) = [0.5_wp, 0.25_wp, -0.125_wp]
    character(200) :: text
    integer :: i, stat
    allocate (q(n(1), n(2), n(3), nvar), got(n(1), n(2), n(3)), want(n(1), n(2), n(3), 2))
    call states(q, 0)
    call create_states('Y', q, 1)
    call frame%create_field('rho', n, halo=1)
    call frame%create_field('lap', n)
    call step%create(frame, 'mixed')
    call step%properties('preosThermalProperties', 'T P Yi=Y', 'rho')
    call step%fill('T', 'all', 'mirror')
    call step%apply('laplacian', 'T', 'lap', [0.1_wp, 0.1_wp, 0.7_wp], 'names=cx/cy/cz')
    call step%pointwise('T', 'T + f*lap*rho/100', 'f', [0.5_wp])
    call step%set('cz', 0.1_wp)
    call step%run(times=1)
    do i = 2, 3
      call step%set('f', f(i))
      call step%run()
    end do
    call step%set('g', 1.0_wp, stat, text)
    call check('a number that the list has not', stat == DRAWBRIDGE_UNKNOWN_NAME &
        .and. index(text, "no operator has a number of the name 'g'; there are cx cy cz f") > 0)
    call plan%create(frame, 'preosThermalProperties', n, [1, n(1), 1, n(2), 1, n(3)])
    call read_states(plan, q)
    call plan%write('rho', want, 1)
    do i = 1, 3
      call plan%run()
      q(:, :, :, T) = q(:, :, :, T) + 0.001_wp*f(i)*want(:, :, :, 1)*mirrored(q(:, :, :, T))
    end do
    call frame%download('T', got)
    call check('T of a mixed step', maxval(abs(got/q(:, :, :, T) - 1)) < 1e-13_wp)
    call frame%download('rho', got)
    call check('rho of a mixed step', maxval(abs(got/want(:, :, :, 1) - 1)) < 1e-11_wp)
    call plan%destroy()
    call step%destroy()
    call drop('T P Y rho lap')
  end subroutine

  function mirrored(u) result(l)
    real(wp), intent(in) :: u(:, :, :)
    real(wp) :: l(size(u, 1), size(u, 2), size(u, 3)), w(0:size(u, 1) + 1, 0:size(u, 2) + 1, 0:size(u, 3) + 1)
    integer :: n(3)
    n = shape(u)
    w = 0
    w(1:n(1), 1:n(2), 1:n(3)) = u
    w(0, :, :) = w(1, :, :)
    w(n(1) + 1, :, :) = w(n(1), :, :)
    w(:, 0, :) = w(:, 1, :)
    w(:, n(2) + 1, :) = w(:, n(2), :)
    w(:, :, 0) = w(:, :, 1)
    w(:, :, n(3) + 1) = w(:, :, n(3))
    l = w(0:n(1) - 1, 1:n(2), 1:n(3)) + w(2:, 1:n(2), 1:n(3)) + w(1:n(1), 0:n(2) - 1, 1:n(3)) + w(1:n(1), 2:, 1:n(3)) &
        + w(1:n(1), 1:n(2), 0:n(3) - 1) + w(1:n(1), 1:n(2), 2:) - 6*u
  end function

  subroutine refusals()
    integer, parameter :: n(3) = [6, 5, 4]
    type(sequence_t) :: step
    call frame%create_field('T', n)
    call frame%create_field('P', n)
    call frame%create_field('Y', n, components=ns)
    call frame%create_field('few', n, components=ns - 1)
    call frame%create_field('small', [6, 5, 3])
    call frame%create_field('single', n, precision='float')
    call frame%create_field('rho', n)
    call refused('T P Yi=few', 'rho', DRAWBRIDGE_SHAPE, 'view Yi has 5 components')
    call refused('T P=small Yi=Y', 'rho', DRAWBRIDGE_SHAPE, 'differ in shape')
    call refused('T P=single Yi=Y', 'rho', DRAWBRIDGE_ARGUMENT, 'double')
    call refused('T P', 'rho', DRAWBRIDGE_ARGUMENT, 'no field is given for Yi')
    call refused('T P Yi=Y', 'density=rho', DRAWBRIDGE_UNKNOWN_NAME, 'density')
    call refused('T P Yi=Y', 'rho=nowhere', DRAWBRIDGE_UNKNOWN_NAME, 'nowhere')
    call refused('T P Yi=Y', 'rho=P', DRAWBRIDGE_ARGUMENT, 'input P is read from')
    call refused('T P Yi=Y', 'rho=Y(2)', DRAWBRIDGE_ARGUMENT, 'input Yi is read from')
    call refused('T P Yi=Y', 'rho h=rho', DRAWBRIDGE_ARGUMENT, 'both written to field rho')
    call refused('T P Yi=Y', '', DRAWBRIDGE_ARGUMENT, 'no output is named')
    call refused('T T=P P Yi=Y', 'rho', DRAWBRIDGE_ARGUMENT, 'T is given twice')
    call frame%properties('nothing', 'T', 'rho', stat, text)
    call expect_error('an unknown collection', stat, text, DRAWBRIDGE_UNKNOWN_NAME, 'nothing')
    call step%create(frame, 'wrong')
    call step%properties('preosThermalProperties', 'T P Yi=Y', 'rho')
    call frame%destroy_field('P')
    call step%run(stat=stat, errmsg=text)
    call expect_error('a field that was destroyed', stat, text, DRAWBRIDGE_ORDER, 'destroyed')
    call frame%create_field('P', n)
    call frame%set_option('normalise', 'on')
    call step%create(frame, 'normalise')
    call step%properties('preosThermalProperties', 'T P Yi=Y', 'rho', stat, text)
    call expect_error('normalise', stat, text, DRAWBRIDGE_ARGUMENT, 'normalise')
    call frame%set_option('normalise', 'off')
    call step%properties('preosThermalProperties', 'T P Yi=Y', 'rho')
    call frame%set_option('normalise', 'on')
    call step%run(stat=stat, errmsg=text)
    call expect_error('normalise, set later', stat, text, DRAWBRIDGE_ARGUMENT, 'normalise')
    call frame%set_option('normalise', 'off')
    call step%apply('properties', 'T P Yi=Y', 'rho', [1.0_wp], 'preosThermalProperties', stat, text)
    call expect_error('numbers for properties', stat, text, DRAWBRIDGE_ARGUMENT, 'none expected')
  end subroutine

  subroutine refused(reads, writes, code, part)
    character(*), intent(in) :: reads, writes, part
    integer, intent(in) :: code
    call frame%properties('preosThermalProperties', reads, writes, stat, text)
    call expect_error(reads//' -> '//writes, stat, text, code, part)
  end subroutine
end program
