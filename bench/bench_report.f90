! What the benchmarks read out of the report that the library writes at finalize.
module bench_report
  use bench_support, only: wp, refuse
  implicit none
  private
  public :: read_report, share_word

contains

  ! Seconds in a kernel, all runs together, and its share of a GPU's copy (0 where there is no report, or it does not tell), from
  ! the report that the library wrote at finalize: the variants' times at all points, the best first, stand in its notes.
  subroutine read_report(report, collection, points, moved, seconds, copy_share)
    character(*), intent(in) :: report, collection
    integer, intent(in) :: points
    real(wp), intent(in) :: moved                          ! bytes of a launch
    real(wp), intent(out) :: seconds, copy_share
    character(*), parameter :: ends = ',}'//achar(10)
    character(:), allocatable :: text
    character(30) :: count
    real(wp) :: best, most
    integer :: unit, size_of, at, status
    seconds = 0
    copy_share = 0
    open (newunit=unit, file=report, access='stream', status='old', iostat=status)
    if (status /= 0) return
    inquire (unit, size=size_of)
    allocate (character(size_of) :: text)
    read (unit) text
    close (unit, status='delete')
    at = index(text, '"'//collection//'"')
    if (at == 0) call refuse('the report does not time '//collection, 'bench')
    seconds = number_after(text(at:), '"seconds":', ends)
    write (count, '(i0)') points
    at = index(text, 'variant of '//collection//' at '//trim(count)//' points, measured: ')
    most = number_after(text, '"memory":', ends)
    if (at == 0 .or. .not. most > 0) return
    at = at + index(text(at:), 'measured: ') + len('measured: ') - 1
    best = 1e-3_wp*number_after(text(at:), ' ', ' ')       ! after the name of the variant, in ms
    copy_share = moved/(best*most)
  end subroutine

  ! The number that follows a word and ends before one of some characters; 0 where the word is not there.
  real(wp) function number_after(text, word, ends)
    character(*), intent(in) :: text, word, ends
    integer :: at, length, status
    number_after = 0
    at = index(text, word) + len(word)
    if (at == len(word)) return
    length = verify(text(at:), ' ') - 1
    length = length + scan(text(at + length:), ends) - 1
    read (text(at:at + length - 1), *, iostat=status) number_after
    if (status /= 0) number_after = 0
  end function

  ! The share as a member of a JSON object, nothing where it is not told.
  function share_word(share) result(word)
    real(wp), intent(in) :: share
    character(:), allocatable :: word
    character(40) :: digits
    word = ''
    if (.not. share > 0) return
    write (digits, '(a,f6.4)') ',"copy_share":', share
    word = trim(digits)
  end function
end module
