!> Random lists over random divisions of a grid against plain loops over the one global grid: random_lists COUNT SEED, on any ranks.
!> A list has exchanges and fills in any order, expressions with diagonal neighbours, 27-point stencils, profiles, reductions, copies and
!> swaps, and runs a few times. Axes are periodic or have walls, a rank has one block or several, blocks may be as thin as what is read. The
!> bits are equal, since all factors are powers of two. What is wrong aborts with code 3, and prints the list.
program random_lists
  use random_judge
  implicit none
  type(domain_t) :: domain
  integer :: count_of, number, io
  integer(int64) :: seed
  character(2000) :: told
  character(20) :: argument

  call begin()
  read (which, *) count_of
  call get_command_argument(2, argument)
  seed = 1
  read (argument, *, iostat=io) seed
  do number = 1, count_of
    state = 1 + modulo(seed*1000003_int64 + number*7919_int64, 2147483646_int64)
    call make_grid()
    call make_list()
    call run_list()
    call judge()
    call compare()
  end do
  if (ranks == 1) call second_domain()
  call finish('random_lists')

contains

  ! A field that two lists exchange on two domains, each with another periodic axis: the corners are those of the list that runs.
  subroutine second_domain()
    type(domain_t) :: domains(2)
    type(sequence_t) :: steps(2)
    real(wp), target :: a(0:5, 0:5)
    integer :: k
    call frame%create_field('used', [4, 4], halo=1)
    do k = 1, 2
      call domains(k)%create(frame, [4, 4], [k == 2, k == 1])
      call steps(k)%create(frame, 'used')
      call steps(k)%fill('used', faces=merge('x-/x+', 'y-/y+', k == 1), kind='mirror')
      call steps(k)%exchange(domains(k), 'used')
    end do
    do k = 1, 4
      a = 0
      a(1:4, 1:4) = 1
      call frame%upload('used', a, interior=[2, 5, 2, 5, 1, 1], layers=1)
      call steps(1 + modulo(k, 2))%run()
      call frame%download('used', a, interior=[2, 5, 2, 5, 1, 1], layers=1)
      call check(all(a == 1), 'corners of a field that two domains exchange')
    end do
    do k = 1, 2
      call steps(k)%destroy()
      call domains(k)%destroy()
    end do
    call frame%destroy_field('used')
  end subroutine

  character(60) function offset(at)
    integer, intent(in) :: at(3)
    write (offset, '(*(g0, :, ","))') at(:dims)
    offset = '['//trim(offset)//']'
  end function

  subroutine run_list()
    type(sequence_t) :: step
    real(wp), allocatable, target :: a(:, :, :)
    integer :: f, k, b
    told = ''
    if (blocks == 1) call domain%create(frame, n(:dims), periodic(:dims), first=first(:dims, 1), extents=extents(:dims, 1))
    if (blocks > 1) call domain%create(frame, n(:dims), periodic(:dims), first(:dims, :blocks), extents(:dims, :blocks))
    call make_profiles()
    do f = 1, nf
      if (by_domain) then
        call domain%create_field(names(f), halo=halo(f))
      else
        call frame%create_field(names(f), domain%extents, halo=halo(f), first=domain%first)
      end if
    end do
    call make_whole()
    do f = 1, nf
      do b = 1, blocks
        a = box_of(f, b)
        call put(on(f, b), dims, a)
      end do
    end do
    call step%create(frame, 'random')
    do k = 1, entries
      associate (e => list(k))
        write (told(len_trim(told) + 2:), '(*(a, 1x))') trim(e%what), names(e%f), names(e%g), trim(e%kind), &
          trim(offset(e%at(:, 1))), trim(offset(e%at(:, 2)))
        select case (e%what)
        case ('exchange')
          call step%exchange(domain, names(e%f), layers=e%layers)
        case ('fill')
          call fill_faces(step, e)
        case ('swap')
          call step%swap(names(e%f), names(e%g))
        case ('copy')
          call step%apply('copy', names(e%f), names(e%g))
        case ('reduce')
          call step%reduce(trim(e%kind), names(e%f), 'm'//achar(96 + k))
          call step%pointwise(names(e%g), names(e%g)//' - 0.25*m'//achar(96 + k))
        case ('profile')
          call step%pointwise(names(e%f), names(e%f)//' + p'//'xyz'(e%g:e%g))
        case ('stencil27')
          call step%apply('stencil27', names(e%f), names(e%g), [0.0_wp, 0.0_wp, 0.0_wp, 0.5_wp])
        case ('pointwise')
          associate (x => names(other(e%f, 1)), y => names(other(e%f, 2)), z => names(e%f))
            call step%pointwise(z, 'a*'//x//trim(offset(e%at(:, 1)))//' + b*'//y//trim(offset(e%at(:, 2)))//' + c*'//z, &
              'a b c', e%factor)
          end associate
        end select
      end associate
    end do
    call step%run(times=times)
    call step%destroy()
  end subroutine

  ! A profile of the whole grid along each axis.
  subroutine make_profiles()
    real(wp), allocatable, target :: a(:, :, :)
    integer :: axis, i, shape_of(3)
    do axis = 1, dims
      shape_of = 1
      shape_of(axis) = n(axis)
      a = reshape([(profile_at(i), i=1, n(axis))], shape_of)
      call frame%create_field('p'//'xyz'(axis:axis), shape_of(:dims))
      call put('p'//'xyz'(axis:axis), dims, a)
    end do
  end subroutine

  ! The name of a field on a block of this rank.
  function on(f, b)
    integer, intent(in) :: f, b
    character(:), allocatable :: on
    on = names(f)
    if (blocks > 1) on = names(f)//'#'//achar(48 + b)
  end function

  ! The walls of an entry that the blocks of this rank have.
  subroutine fill_faces(step, e)
    type(sequence_t), intent(inout) :: step
    type(entry_t), intent(in) :: e
    character(20) :: faces
    integer :: axis, b
    do b = 1, blocks
      faces = ''
      do axis = 1, dims
        if (e%wall(axis, 1) .and. first(axis, b) == 1) faces = trim(faces)//'/'//'xyz'(axis:axis)//'-'
        if (e%wall(axis, 2) .and. first(axis, b) + extents(axis, b) - 1 == n(axis)) faces = trim(faces)//'/'//'xyz'(axis:axis)//'+'
      end do
      if (faces == '') cycle
      if (e%kind == 'given') then
        call step%fill(on(e%f, b), faces=faces(2:), kind='given', from=on(e%g, b), layers=e%layers)
      else
        call step%fill(on(e%f, b), faces=faces(2:), kind=trim(e%kind), value=e%value, layers=e%layers)
      end if
    end do
  end subroutine

  subroutine compare()
    real(wp), allocatable, target :: a(:, :, :)
    character(400) :: about
    logical :: same
    integer :: f, b
    write (about, '(3(a, 3i4), 3(a, i2), a, 3i2, a, 3l2)') 'n', n, ', first', first(:, 1), ', extents', extents(:, 1), &
      ', blocks', blocks, ', reach', reach, ', times', times, ', halos', halo, ', periodic', periodic
    do f = 1, nf
      do b = 1, blocks
        allocate (a(extents(1, b), extents(2, b), extents(3, b)), source=ieee_value(1.0_wp, ieee_quiet_nan))
        call get(on(f, b), dims, a)
        same = all(a == box_of(f, b))
        write (argument, '(a, i0)') 'list ', number
        call check(same, trim(argument)//': field '//on(f, b)//' has the bits of the one grid', trim(about)//';'//told)
        deallocate (a)
      end do
      call frame%destroy_field(names(f))
    end do
    do f = 1, dims
      call frame%destroy_field('p'//'xyz'(f:f))
    end do
    call domain%destroy()
  end subroutine
end program
