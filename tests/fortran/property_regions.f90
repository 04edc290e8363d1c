! Property collections on a part of the interior: core and rim together have the bits of the interior, boxes are those bits
! too, and all other points stay. In lists and at once; points that fail are named where they lie in the field.
program property_regions
  use testing
  use drawbridge
  use stencil_cases, only: frame, drop
  implicit none
  integer, parameter :: ns = 5, halo = 2
  character(3), parameter :: species(ns) = ['CH4', 'O2 ', 'CO2', 'H2O', 'N2 ']
  character(400) :: text
  integer :: stat

  call frame%initialize(species=species, max_block=64, log='off')
  call parts([13, 7, 5], 1)
  call parts([64, 6, 3], 1)
  call parts([33, 18, 9], 3)
  call parts([37, 11], 2)
  call parts([5, 4, 3], 2)
  call faces('x', [7, 4, 3])
  call faces('y', [7, 4, 3])
  call faces('z', [7, 4, 3])
  call refusals()
  call failures()
  call frame%finalize()
  call finish('property_regions')

contains

  subroutine parts(n, width)
    integer, intent(in) :: n(:), width
    real(wp), allocatable :: whole(:, :, :), got(:, :, :)
    logical, allocatable :: inside(:, :, :), core(:, :, :)
    type(sequence_t) :: step
    integer :: box(6), m(3), axis
    character(30) :: title
    write (title, '(3(i0,1x))') n
    m = 1
    m(:size(n)) = n
    call states(n)
    call frame%properties('preosThermalProperties', 'T P Yi', 'rho c=sound')
    whole = values(m, 'rho')
    call check(trim(title)//': the whole', .not. any(is_nan(whole)))
    allocate (inside(m(1), m(2), m(3)), source=.false.)
    do axis = 1, 3
      box(2*axis - 1) = 1 + mod(3*width + 2*axis, m(axis))
      box(2*axis) = box(2*axis - 1) + mod(7*width + 5, m(axis) - box(2*axis - 1) + 1)
    end do
    inside(box(1):box(2), box(3):box(4), box(5):box(6)) = .true.
    call blank(m)
    call frame%properties('preosThermalProperties', 'T P Yi', 'rho c=sound', region=box(:2*size(n)))
    call same(trim(title)//': box', m, merge(whole, -7.0_wp, inside))

    allocate (core(m(1), m(2), m(3)), source=.false.)
    core(1 + width:m(1) - width, 1 + width:m(2) - width, &
        merge(1 + width, 1, size(n) == 3):merge(m(3) - width, 1, size(n) == 3)) = .true.
    call blank(m)
    call step%create(frame, 'parts')
    call step%properties('preosThermalProperties', 'T P Yi', 'rho c=sound', core=width)
    call step%run(times=3)
    call same(trim(title)//': core', m, merge(whole, -7.0_wp, core))
    call step%destroy()
    call blank(m)
    call step%create(frame, 'parts')
    call step%properties('preosThermalProperties', 'T P Yi', 'rho c=sound', rim=width)
    call step%run(times=4)
    call same(trim(title)//': rim', m, merge(-7.0_wp, whole, core))
    call step%properties('preosThermalProperties', 'T P Yi', 'rho c=sound', core=width)
    call step%run(times=4)
    call same(trim(title)//': core and rim', m, whole)
    call step%destroy()
    got = values(m, 'sound')
    call check(trim(title)//': all of the second output', .not. any(is_nan(got)) .and. all(got > 0))
    call drop('T P Yi rho sound')
  end subroutine

  ! One field of all variables, whose components are named as ranges: the faces across an axis have the bits of a longer field.
  subroutine faces(across, n)
    character(1), intent(in) :: across
    integer, intent(in) :: n(3)
    real(wp), allocatable :: q(:, :, :, :), got(:, :, :, :), want(:, :, :)
    integer :: more(3), v
    more = n + merge(1, 0, ['x', 'y', 'z'] == across)
    call states(more)
    call frame%properties('preosThermalProperties', 'T P Yi', 'rho c=sound')
    want = values(more, 'rho')
    allocate (q(n(1) + 2, n(2) + 2, n(3) + 2, ns + 4), source=-7.0_wp)
    q(2:more(1)+1, 2:more(2)+1, 2:more(3)+1, 1) = values(more, 'T')
    q(2:more(1)+1, 2:more(2)+1, 2:more(3)+1, 2) = values(more, 'P')
    do v = 1, ns
      q(2:more(1)+1, 2:more(2)+1, 2:more(3)+1, 2+v) = values(more, 'Yi('//achar(48 + v)//')')
    end do
    call frame%create_field('q', n, halo=1, components=ns + 4)
    call frame%upload('q', q, 1, interior=[2, n(1)+1, 2, n(2)+1, 2, n(3)+1], layers=1)
    call frame%properties('preosThermalProperties region=faces:'//across, 'T=q(1) P=q(2) Yi=q(3:7)', 'rho=q(8) c=q(9)', stat, text)
    call check('faces across '//across//' are computed', stat == 0, text)
    got = q
    call frame%download('q(8:9)', got, 1, interior=[2, n(1)+1, 2, n(2)+1, 2, n(3)+1], layers=1)
    call check('faces across '//across//' have the values of a longer field', &
      all(abs(got(2:more(1)+1, 2:more(2)+1, 2:more(3)+1, 1) - want) <= 1e-12_wp*want))
    got(2:more(1)+1, 2:more(2)+1, 2:more(3)+1, 1) = -7
    call check('nothing else is written across '//across, all(got(:, :, :, 1) <= -7 .and. got(:, :, :, 1) >= -7))
    call refused('rho=q(7)', 'T=q(1) P=q(2) Yi=q(3:7)', 'input Yi is read from', 'faces:'//across)
    call refused('rho=q(8)', 'T=q(1) P=q(2) Yi=q(3:6)', 'Yi has 5 components', 'faces:'//across)
    call refused('rho=q(8)', 'T=q(1) P=q(2) Yi=q(7:3)', 'several are q(1:9)', 'faces:'//across)
    call refused('rho=q(8)', 'T=q(1) P=q(2) Yi=q(5:10)', 'several are q(1:9)', 'faces:'//across)
    call refused('rho=q(8)', 'T=q(1) P=q(2) Yi=q(3:)', 'several are q(1:9)', 'faces:'//across)
    call refused('rho=q(8)', 'T=q(1) P=q(2) Yi=q(3:7)', 'an axis expected, as in faces:x', 'faces:w')
    call refused('rho=q(8)', 'T=q(1) P=q(2) Yi=q(3:7)', 'an axis expected, as in faces:x', 'faces:')
    call drop('T P Yi rho sound q')
    call states(n)
    call frame%create_field('thin', n, halo=0)
    call refused('rho', 'T P=thin Yi', 'field thin (double x ', 'faces:'//across)
    call refused('rho=thin', 'T P Yi', 'halo 0) has too few; create it with halo=1 or more', 'faces:'//across)
    call drop('T P Yi rho sound thin')
  end subroutine

  subroutine refused(writes, reads, why, region)
    character(*), intent(in) :: writes, reads, why, region
    call frame%properties('preosThermalProperties region='//region, reads, writes, stat, text)
    call check('faces: '//reads//' '//writes//' '//region//' is refused', stat /= 0 .and. index(text, why) > 0, text)
  end subroutine

  ! States from 250 to 900 K, 1 to 200 bar; outputs of -7 with halos of NaN.
  subroutine states(n)
    integer, intent(in) :: n(:)
    real(wp), allocatable :: q(:, :, :, :)
    real(wp) :: a(ns)
    integer :: m(3), i, j, k, number
    m = 1
    m(:size(n)) = n
    allocate (q(m(1), m(2), m(3), ns + 2))
    number = 0
    do k = 1, m(3)
      do j = 1, m(2)
        do i = 1, m(1)
          number = number + 1
          q(i, j, k, 1) = 250 + modulo(97.31_wp*number, 650.0_wp)
          q(i, j, k, 2) = 1e5_wp*(1 + modulo(13.7_wp*number, 199.0_wp))
          a = modulo(number*[0.37_wp, 0.73_wp, 0.11_wp, 0.59_wp, 0.83_wp], 1.0_wp) + 0.01_wp
          q(i, j, k, 3:) = a/sum(a)
        end do
      end do
    end do
    call frame%create_field('T', n, halo=halo)
    call frame%create_field('P', n, halo=1)
    call frame%create_field('Yi', n, components=ns)
    call frame%create_field('rho', n, halo=3)
    call frame%create_field('sound', n)
    call frame%upload('T', q, 1)
    call frame%upload('P', q, 2)
    call frame%upload('Yi', q, 3)
    call blank(m)
  end subroutine

  subroutine blank(m)
    integer, intent(in) :: m(3)
    real(wp) :: a(m(1), m(2), m(3))
    a = -7
    call frame%upload('rho', a)
    call frame%upload('sound', a)
  end subroutine

  function values(m, name) result(a)
    integer, intent(in) :: m(3)
    character(*), intent(in) :: name
    real(wp), allocatable :: a(:, :, :)
    allocate (a(m(1), m(2), m(3)), source=nan(1.0_wp))
    call frame%download(name, a)
  end function

  ! On a GPU another variant may run, to rounding.
  subroutine same(what, m, want)
    character(*), intent(in) :: what
    integer, intent(in) :: m(3)
    real(wp), intent(in) :: want(:, :, :)
    real(wp), allocatable :: got(:, :, :)
    character(20) :: device
    call get_environment_variable('DRAWBRIDGE_DEVICE', device)
    got = values(m, 'rho')
    call check(what, all(abs(got - want) <= merge(1e-12_wp, 0.0_wp, device == 'cuda')*abs(want)))
  end subroutine

  subroutine refusals()
    call states([8, 6, 4])
    call frame%properties('preosThermalProperties', 'T P Yi', 'rho', stat, text, core=-1)
    call check('a width below 0 is refused', stat /= 0 .and. index(text, 'core') > 0, text)
    call frame%properties('preosThermalProperties', 'T P Yi', 'rho', stat, text, region=[1, 8, 1, 6])
    call check('a box of two ranges is refused', stat /= 0 .and. index(text, 'box of 3 ranges') > 0, text)
    call frame%properties('preosThermalProperties', 'T P Yi', 'rho', stat, text, region=[1, 9, 1, 6, 1, 4])
    call check('a box beyond the field is refused', stat /= 0 .and. index(text, '1:9') > 0, text)
    call frame%properties('preosThermalProperties steps=2', 'T P Yi', 'rho', stat, text)
    call check('another option is refused', stat /= 0 .and. index(text, 'steps=2') > 0, text)
    call frame%properties('preosThermalProperties', 'T P Yi', 'rho', stat, text, core=1, rim=1)
    call check('two regions are refused', stat /= 0 .and. index(text, "option 'region' is given twice") > 0, text)
    call drop('T P Yi rho sound')
  end subroutine

  ! A point that fails is named by its place in the field, and only parts that hold it fail under strict.
  subroutine failures()
    real(wp) :: a(8, 6, 4), large(13, 10, 8)
    call frame%finalize()
    call frame%initialize(species=species, max_block=64, log='off', check='strict')
    call states([8, 6, 4])
    a = 300
    a(3, 2, 4) = -1
    call frame%upload('T', a)
    call frame%properties('preosThermalProperties', 'T P Yi', 'rho', stat, text, core=1)
    call check('the core holds no bad point', stat == 0, text)
    call frame%properties('preosThermalProperties', 'T P Yi', 'rho', stat, text, rim=1)
    call check('the rim names the point', stat /= 0 .and. index(text, 'point (3,2,4) of the fields') > 0, text)
    call check('the rim gives the input', index(text, 'T = -1') > 0, text)
    call frame%properties('preosThermalProperties', 'T P Yi', 'rho', stat, text, region=[2, 4, 2, 3, 4, 4])
    call check('a box names the point', stat /= 0 .and. index(text, 'point (3,2,4) of the fields') > 0, text)
    call drop('T P Yi rho sound')
    call states([13, 10, 8]) ! more points than a host counts at a time
    large = 300
    large(5, 9, 8) = -1
    large(6, 9, 8) = -1
    call frame%upload('T', large)
    call frame%properties('preosThermalProperties', 'T P Yi', 'rho', stat, text)
    call check('the first of many points is named', stat /= 0 .and. index(text, 'point (5,9,8) of the fields') > 0, text)
    call check('and how many there are', index(text, 'of 1040 points: bad_temperature at 2') > 0, text)
    call drop('T P Yi rho sound')
  end subroutine
end program
