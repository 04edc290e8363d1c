! The kernel list kernels/list.h, read by Fortran: tests that hold for every kernel take the kernels from here.
module kernel_list
  implicit none
  private
  public :: kernel_t, read_list, words_in, word
  integer, parameter :: most_views = 20
  type kernel_t
    character(40) :: name = ''
    character(12) :: reads(most_views) = '', writes(most_views) = ''
    integer :: n_reads = 0, n_writes = 0
    logical :: wide(most_views) = .false.  ! of the writes: one value per species
  end type

contains

  ! Lines KERNEL(name, "reads", "writes", ...).
  subroutine read_list(path, kernels)
    character(*), intent(in) :: path
    type(kernel_t), allocatable, intent(out) :: kernels(:)
    type(kernel_t) :: new
    character(300) :: line
    integer :: unit, status, quotes(4), q, at
    allocate (kernels(0))
    open (newunit=unit, file=path, status='old', action='read')
    do
      read (unit, '(a)', iostat=status) line
      if (status /= 0) exit
      if (line(:7) /= 'KERNEL(') cycle
      at = 0
      do q = 1, 4
        at = at + index(line(at + 1:), '"')
        quotes(q) = at
      end do
      new%name = line(8:index(line, ',') - 1)
      call views(line(quotes(1) + 1:quotes(2) - 1), new%reads, new%n_reads)
      call views(line(quotes(3) + 1:quotes(4) - 1), new%writes, new%n_writes, new%wide)
      kernels = [kernels, new]
    end do
    close (unit)
  end subroutine

  subroutine views(text, names, count, wide)
    character(*), intent(in) :: text
    character(12), intent(out) :: names(:)
    integer, intent(out) :: count
    logical, intent(inout), optional :: wide(:)
    integer :: v, bracket
    names = ''
    count = words_in(text, ' ')
    do v = 1, count
      names(v) = word(text, v, ' ')
      bracket = scan(names(v), '[?')
      if (present(wide)) wide(v) = index(names(v), '[ns]') > 0
      if (bracket > 0) names(v) = names(v)(:bracket - 1)
    end do
  end subroutine

  integer function words_in(text, mark) result(count)
    character(*), intent(in) :: text
    character, intent(in), optional :: mark
    character :: m
    integer :: p
    m = ','
    if (present(mark)) m = mark
    count = 1
    do p = 1, len_trim(text)
      if (text(p:p) == m) count = count + 1
    end do
  end function

  function word(text, number, mark) result(w)
    character(*), intent(in) :: text
    integer, intent(in) :: number
    character, intent(in), optional :: mark
    character(len(text)) :: w
    character :: m
    integer :: p, seen
    m = ','
    if (present(mark)) m = mark
    seen = 1
    w = ''
    do p = 1, len_trim(text)
      if (text(p:p) == m) then
        seen = seen + 1
      else if (seen == number) then
        w(len_trim(w) + 1:) = text(p:p)
      end if
    end do
  end function

end module
