! From Fortran array to Fortran array through a plan, by every path: the thermal set of 13 outputs on a
! block with a halo. One JSON line per path:
!   ms            a run of the plan, median of runs - 1
!   bytes_in, bytes_out   what the interior's inputs and outputs hold
!   cores_ms      the same rows copied by all bound cores into memory of the host device and back, in the same process:
!                 no link, no kernel, the fewest stripes; median of runs - 1
! and, where reports=FOLDER is given, the report of each path as FOLDER/PATH.json, with the ceilings of the
! link in the same process.
!
!   bench_transfer [block=120] [halo=5] [species=10] [max_block=576000] [repeat=15] [table=FILE] [reports=FOLDER]
program bench_transfer
  use, intrinsic :: iso_c_binding, only: c_null_char
  use bench_support
  use drawbridge
  implicit none
  integer :: block, halo, ns, max_block, repeat
  character(500) :: table, reports
  real(wp) :: cores_ms
  real(wp), allocatable, target :: q(:, :, :, :), p(:, :, :, :), truth(:, :, :, :)
  external :: frame_castles_populateinputstripe, frame_castles_populateoutputstripe
  external :: frame_tvproperties_preosthermalproperties

  block = 120
  halo = 5
  ns = 10
  max_block = 576000
  repeat = 15
  reports = ''
  table = beside_program('species.dat')
  call arguments()
  call states()
  cores_ms = cores()
  call measure('packed', overlap=.true., pinned=.false.)
  truth = p
  call measure('packed_one_by_one', overlap=.false., pinned=.false.)
  call measure('pinned_one_by_one', overlap=.false., pinned=.true.)
  call measure('pinned', overlap=.true., pinned=.true.)
  call measure('resident_inputs', overlap=.true., pinned=.true., resident=1)
  call measure('resident', overlap=.true., pinned=.true., resident=2)

contains

  subroutine arguments()
    call arguments_are('bench_transfer', 'block=120 halo=5 species=10 max_block=576000 repeat=15 table=FILE reports=FOLDER')
    call given('block', block, least=1)
    call given('halo', halo, least=0)
    call renamed('fringe', 'halo', halo, least=0)
    call given('species', ns, least=1)
    call given('max_block', max_block, least=1)
    call given('repeat', repeat, least=1)
    call given('table', table)
    call given('reports', reports)
    call no_others()
  end subroutine

  subroutine states()
    real(wp), allocatable :: flat(:, :)
    integer :: a, b, n
    n = block + 2*halo
    a = halo + 1
    b = halo + block
    allocate (flat(block**3, ns + 2), q(n, n, n, ns + 2), p(n, n, n, size(thermal)))
    q = 0
    call fill('random', flat)
    q(a:b, a:b, a:b, :) = reshape(flat, [block, block, block, ns + 2])
  end subroutine

  ! What all cores can pack: the plan's rows, by the host device's threads, stripes of 576,000 points and more.
  real(wp) function cores() result(ms)
    type(frame_t) :: frame
    character(100) :: device
    real(wp) :: times(repeat)
    integer :: r, start, end, i, stripe, keep
    call get_environment_variable('DRAWBRIDGE_DEVICE', device)
    call set_environment('DRAWBRIDGE_DEVICE', 'host')
    keep = max_block
    max_block = min(block**3, max(max_block, 576000))
    stripe = max_block
    call initialize(frame, 'cores')
    max_block = keep
    do r = 0, repeat
      ms = 0
      do start = 1, block**3, stripe
        end = min(start + stripe - 1, block**3)
        ms = ms + copied('T', q, 1, 1, start, end, .true.) + copied('P', q, 2, 2, start, end, .true.) + &
            copied('Yi', q, 3, ns + 2, start, end, .true.)
        call frame_tvproperties_preosthermalproperties(%VAL(end - start + 1))
        do i = 1, size(thermal)
          ms = ms + copied(trim(thermal(i)), p, i, i, start, end, .false.)
        end do
      end do
      times(max(r, 1)) = ms ! the first run touches memory, and the second takes its place
    end do
    call frame%finalize()
    call set_environment('DRAWBRIDGE_DEVICE', device)
    ms = 1e3_wp*median(times)
  end function

  real(wp) function copied(name, array, first, last, start, end, in) result(seconds)
    character(*), intent(in) :: name
    real(wp), intent(inout), contiguous :: array(:, :, :, :)
    integer, intent(in) :: first, last, start, end
    logical, intent(in) :: in
    integer :: n, a, b
    integer(int64) :: begin
    n = block + 2*halo
    a = halo + 1
    b = halo + block
    begin = now()
    if (in) then
      call frame_castles_populateinputstripe(name//c_null_char, array, %VAL(n), %VAL(n), %VAL(n), %VAL(a), %VAL(b), %VAL(a), &
          %VAL(b), %VAL(a), %VAL(b), %VAL(first), %VAL(last), %VAL(start), %VAL(end))
    else
      call frame_castles_populateoutputstripe(name//c_null_char, array, %VAL(n), %VAL(n), %VAL(n), %VAL(a), %VAL(b), %VAL(a), &
          %VAL(b), %VAL(a), %VAL(b), %VAL(first), %VAL(last), %VAL(start), %VAL(end))
    end if
    seconds = since(begin)
  end function

  subroutine measure(path, overlap, pinned, resident)
    character(*), intent(in) :: path
    logical, intent(in) :: overlap, pinned
    integer, intent(in), optional :: resident ! 1: inputs stay, 2: outputs too
    type(frame_t) :: frame
    type(plan_t) :: plan
    real(wp) :: times(repeat)
    integer(int64) :: begin
    integer :: r, i, stays
    stays = 0
    if (present(resident)) stays = resident
    call set_environment('DRAWBRIDGE_OVERLAP', merge('on ', 'off', overlap))
    call initialize(frame, path)
    if (pinned) call frame%pin(q)
    if (pinned) call frame%pin(p)
    call plan%create(frame, 'preosthermalproperties', shape(q), [((/halo + 1, halo + block/), i=1, 3)])
    call plan%read('T', q, 1, resident=stays > 0)
    call plan%read('P', q, 2, resident=stays > 0)
    call plan%read('Yi', q, 3, resident=stays > 0)
    do i = 1, size(thermal)
      call plan%write(trim(thermal(i)), p, i, resident=stays > 1)
    end do
    p = -1
    call plan%run() ! compiles, allocates
    do r = 1, repeat
      begin = now()
      call plan%run()
      times(r) = since(begin)
    end do
    if (stays > 1) then
      do i = 1, size(thermal)
        call plan%fetch(trim(thermal(i)))
      end do
    end if
    if (allocated(truth)) then
      if (any(abs(truth - p) > 0)) call refuse('the path '//path//' gives another answer', 'bench_transfer')
    end if
    call frame%finalize() ! the report is there before the line is
    print '(3a,7(i0,a),2(f9.4,a))', '{"bench":"transfer","transport":"', path, '","species":', ns, ',"block":', block, &
        ',"halo":', halo, ',"max_block":', max_block, ',"runs":', repeat + 1, ',"bytes_in":', &
        8_int64*block**3*(ns + 2), ',"bytes_out":', 8_int64*block**3*size(thermal), ',"ms":', 1e3_wp*median(times), &
        ',"cores_ms":', cores_ms, '}'
  end subroutine

  subroutine initialize(frame, path)
    type(frame_t), intent(inout) :: frame
    character(*), intent(in) :: path
    type(mixture_t) :: m
    m = mixture(ns, table, .false.)
    if (reports == '') then
      call frame%initialize(ns=ns, max_block=max_block)
    else
      call frame%initialize(ns=ns, max_block=max_block, report=trim(reports)//'/'//path//'.json')
    end if
    call frame%species_data(m%w, m%tc, m%pc, m%omega, m%tmid, m%low, m%high)
  end subroutine
end program
