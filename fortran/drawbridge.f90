! Drawbridge for Fortran 2008: the one file that a host solver compiles.
!
!   type(frame_t)    One per process: species, max_block, device, report.
!   type(plan_t)     The arrays that feed a property collection and those that take its results.
!   type(snapshot_t) An HDF5 file (VTKHDF) of cell fields. Needs no live Frame.
!   type(sequence_t) A list of operators on named fields on the device, such as a time step of stencils.
!
! Every procedure takes optional stat (0: it went well, else a DRAWBRIDGE_ code) and errmsg. Without
! stat a failure stops the program through the stop routine (docs/errors.md). Arrays are passed
! whole, with bounds: compilers copy slices, so a slice is refused. Where the library keeps the address of an
! array (read, write and bind of a plan, pin), the array must be a target or a pointer.
! It is longer than other files of Drawbridge because a host compiles one file.
! It has the same headings in the same order as bridge/entry.h. The legacy calls (frame_..._) need no module.
module drawbridge
  use, intrinsic :: iso_c_binding, only: c_int, c_intptr_t, c_double, c_float, c_char, c_ptr, c_funptr, c_loc, c_funloc, &
    c_associated, c_null_ptr, c_null_char
  use, intrinsic :: iso_fortran_env, only: output_unit
  use, intrinsic :: ieee_arithmetic, only: ieee_value, ieee_quiet_nan
  implicit none
  private

  public :: frame_t, plan_t, snapshot_t, domain_t, sequence_t
  public :: drawbridge_select_device, drawbridge_on_error, drawbridge_version, drawbridge_stop_routine, &
    drawbridge_reference, drawbridge_central

  ! Flags that change what real(8), real(4) or integer(4) is: the first error of the compiler is in these lines (docs/compilers.md).
  real(c_double), parameter :: a_double = 0
  real(c_float), parameter :: a_float = 0
  integer(c_int), parameter :: an_int = 0
  real(merge(c_double, 0, kind(a_double) == c_double)), parameter :: r8 = 0 ! compile this file without flags -freal-8-real-...
  real(merge(c_float, 0, kind(a_float) == c_float)), parameter :: r4 = 0 ! compile this file without flags -freal-4-real-...
  integer(merge(c_int, 0, kind(an_int) == c_int)), parameter :: i4 = 0 ! compile this file without the flag -finteger-4-integer-8

  ! Status codes, written by make generate from status/codes.go.
  integer, parameter, public :: DRAWBRIDGE_OK            = 0
  integer, parameter, public :: DRAWBRIDGE_INTERNAL      = 1
  integer, parameter, public :: DRAWBRIDGE_ARGUMENT      = 2
  integer, parameter, public :: DRAWBRIDGE_NULL_POINTER  = 3
  integer, parameter, public :: DRAWBRIDGE_UNKNOWN_NAME  = 4
  integer, parameter, public :: DRAWBRIDGE_SHAPE         = 5
  integer, parameter, public :: DRAWBRIDGE_ORDER         = 6
  integer, parameter, public :: DRAWBRIDGE_NOT_AVAILABLE = 7
  integer, parameter, public :: DRAWBRIDGE_OUT_OF_MEMORY = 8
  integer, parameter, public :: DRAWBRIDGE_DEVICE        = 9
  integer, parameter, public :: DRAWBRIDGE_BAD_VALUE     = 10
  integer, parameter, public :: DRAWBRIDGE_FILE          = 11
  integer, parameter, public :: DRAWBRIDGE_STALE_ARRAY   = 12

  ! Bits of the view flag (test with btest(int(flag), BIT)), written from kernels/flags.h: 0 to 15 are failures.
  integer, parameter, public :: DRAWBRIDGE_FLAG_BAD_TEMPERATURE       = 0
  integer, parameter, public :: DRAWBRIDGE_FLAG_BAD_PRESSURE          = 1
  integer, parameter, public :: DRAWBRIDGE_FLAG_BAD_DENSITY           = 2
  integer, parameter, public :: DRAWBRIDGE_FLAG_BAD_COMPOSITION       = 3
  integer, parameter, public :: DRAWBRIDGE_FLAG_BAD_ENERGY            = 4
  integer, parameter, public :: DRAWBRIDGE_FLAG_BAD_DERIVATIVE        = 5
  integer, parameter, public :: DRAWBRIDGE_FLAG_NO_TEMPERATURE        = 6
  integer, parameter, public :: DRAWBRIDGE_FLAG_NOT_CONVERGED         = 7
  integer, parameter, public :: DRAWBRIDGE_FLAG_UNSTABLE              = 16
  integer, parameter, public :: DRAWBRIDGE_FLAG_TWO_PHASE             = 17
  integer, parameter, public :: DRAWBRIDGE_FLAG_METASTABLE            = 18
  integer, parameter, public :: DRAWBRIDGE_FLAG_LIQUID_ROOT           = 19
  integer, parameter, public :: DRAWBRIDGE_FLAG_VAPOUR_ROOT           = 20
  integer, parameter, public :: DRAWBRIDGE_FLAG_EXTRAPOLATED          = 21
  integer, parameter, public :: DRAWBRIDGE_FLAG_NORMALISED            = 22
  integer, parameter, public :: DRAWBRIDGE_FLAG_STEEP_ENTHALPY        = 23
  integer, parameter, public :: DRAWBRIDGE_FLAG_NEGATIVE_VISCOSITY    = 24
  integer, parameter, public :: DRAWBRIDGE_FLAG_NEGATIVE_CONDUCTIVITY = 25
  integer, parameter, public :: DRAWBRIDGE_FLAG_DIFFUSION_FLOORED     = 26
  integer, parameter, public :: DRAWBRIDGE_FLAG_OUTSIDE_CHUNG         = 27

  ! The one global object of a process.
  type :: frame_t
    integer :: max_block = 0, species = 0
    character(32), allocatable :: names(:) ! of the species; blank where the data were given as arrays
  contains ! written by make generate from fortran/procedures.txt
    procedure :: initialize => frame_initialize
    procedure :: species_data => frame_species_data
    procedure :: transport_data => frame_transport_data
    procedure :: units => frame_units
    procedure, private :: frame_option_text, frame_option_real, &
      frame_option_integer, frame_option_reals
    generic :: set_option => frame_option_text, frame_option_real, &
      frame_option_integer, frame_option_reals
    procedure :: load_kernels => frame_load_kernels
    procedure, private :: frame_pin_3, frame_pin_4
    generic :: pin => frame_pin_3, frame_pin_4
    procedure, private :: frame_unpin_3, frame_unpin_4
    generic :: unpin => frame_unpin_3, frame_unpin_4
    procedure :: report => frame_report
    procedure :: finalize => frame_finalize
    procedure :: wait => frame_wait
    procedure :: create_field => frame_create_field
    procedure :: destroy_field => frame_destroy_field
    procedure, private :: frame_upload_2, frame_upload_3, frame_upload_4, frame_upload_5, &
      frame_upload_2_real4, frame_upload_3_real4, frame_upload_4_real4, frame_upload_5_real4
    generic :: upload => frame_upload_2, frame_upload_3, frame_upload_4, frame_upload_5, &
      frame_upload_2_real4, frame_upload_3_real4, frame_upload_4_real4, frame_upload_5_real4
    procedure, private :: frame_download_2, frame_download_3, frame_download_4, frame_download_5, &
      frame_download_2_real4, frame_download_3_real4, frame_download_4_real4, frame_download_5_real4
    generic :: download => frame_download_2, frame_download_3, frame_download_4, frame_download_5, &
      frame_download_2_real4, frame_download_3_real4, frame_download_4_real4, frame_download_5_real4
    procedure :: add_at => frame_add_at
    procedure :: sample => frame_sample
    procedure :: reduce => frame_reduce
    procedure :: poisson => frame_poisson
    procedure :: pointwise => frame_pointwise
    procedure :: properties => frame_properties
  end type

  type :: plan_t
    private
    integer(c_int) :: handle = 0
    procedure(drawbridge_reference), pointer, nopass :: own => null() ! the caller's routine, for check=compare
  contains ! written by make generate from fortran/procedures.txt
    procedure :: create => plan_create
    procedure, private :: plan_read_3, plan_read_4, plan_read_5, &
      plan_read_3_real4, plan_read_4_real4, plan_read_5_real4
    generic :: read => plan_read_3, plan_read_4, plan_read_5, &
      plan_read_3_real4, plan_read_4_real4, plan_read_5_real4
    procedure, private :: plan_write_3, plan_write_4, plan_write_5, &
      plan_write_3_real4, plan_write_4_real4, plan_write_5_real4
    generic :: write => plan_write_3, plan_write_4, plan_write_5, &
      plan_write_3_real4, plan_write_4_real4, plan_write_5_real4
    procedure, private :: plan_bind_3, plan_bind_4, plan_bind_5, &
      plan_bind_3_real4, plan_bind_4_real4, plan_bind_5_real4
    generic :: bind => plan_bind_3, plan_bind_4, plan_bind_5, &
      plan_bind_3_real4, plan_bind_4_real4, plan_bind_5_real4
    procedure :: reference => plan_reference
    procedure :: run => plan_run
    procedure :: set => plan_set
    procedure :: fetch => plan_fetch
    procedure :: changed => plan_changed
    procedure :: destroy => plan_destroy
  end type

  type :: snapshot_t
    private
    integer(c_int) :: handle = 0
  contains ! written by make generate from fortran/procedures.txt
    procedure :: create => snapshot_create
    procedure, private :: snapshot_write_3, snapshot_write_4, snapshot_write_5
    generic :: write => snapshot_write_3, snapshot_write_4, snapshot_write_5
    procedure :: blocks => snapshot_blocks
    procedure, private :: snapshot_note_text, snapshot_note_number
    generic :: note => snapshot_note_text, snapshot_note_number
    procedure :: open => snapshot_open
    procedure, private :: snapshot_read_3, snapshot_read_4, snapshot_read_5
    generic :: read => snapshot_read_3, snapshot_read_4, snapshot_read_5
    procedure :: close => snapshot_close
    procedure :: abandon => snapshot_abandon
  end type

  type :: domain_t
    integer, allocatable :: first(:), extents(:) ! this rank's box in the global grid, of several the first: for create_field
    integer :: neighbours(6) = -1                ! ranks beyond x- x+ y- y+ z- z+ of that box; -1: none
    character(18) :: edges = ''                  ! faces without a neighbour, for fill: 'x- y+', of several boxes 'edges'
    integer :: blocks = 1                        ! boxes of this rank
    integer(c_int), private :: handle = 0
  contains ! written by make generate from fortran/procedures.txt
    procedure, private :: domain_create, domain_create_blocks
    generic :: create => domain_create, domain_create_blocks
    procedure :: create_field => domain_create_field
    procedure :: destroy => domain_destroy
  end type

  type :: sequence_t
    private
    integer(c_int) :: handle = 0
  contains ! written by make generate from fortran/procedures.txt
    procedure :: create => sequence_create
    procedure :: apply => sequence_apply
    procedure :: fill => sequence_fill
    procedure :: exchange => sequence_exchange
    procedure :: swap => sequence_swap
    procedure :: pointwise => sequence_pointwise
    procedure :: properties => sequence_properties
    procedure :: reduce => sequence_reduce
    procedure :: compute => sequence_compute
    procedure :: set => sequence_set
    procedure :: get => sequence_get
    procedure :: run => sequence_run
    procedure :: destroy => sequence_destroy
  end type

  ! An array that a plan or the copy engines keep the address of; code says why it cannot be lent.
  type :: array_t
    type(c_ptr) :: address = c_null_ptr
    integer :: bytes = 8, rank = 0
    integer :: extents(5) = 1, lower(5) = 1
    integer(c_int) :: code = 0
  end type

  ! What an array is like that is lent for one call; code says why it cannot be.
  type :: declared_t
    integer(c_int) :: rank = 3, extents(5) = 1, interior(6) = 1, bounds = 0, lower(5) = 1, code = 0
    character(:), allocatable :: order
    logical :: whole = .true. ! no interior is given
  end type

  interface kept
    procedure :: kept_3, kept_4, kept_5, kept_single_3, kept_single_4, kept_single_5
  end interface

  abstract interface
    ! What a host's stop routine looks like: code, message, its length. It may stop or return.
    subroutine drawbridge_stop_routine(code, message, length) bind(c)
      import :: c_int, c_char
      integer(c_int), intent(in) :: code, length
      character(kind=c_char), intent(in) :: message(*)
    end subroutine
  end interface

  abstract interface
    ! Your own routine to compare a plan with: x holds the inputs at n points, y takes the outputs. There is one column for each number
    ! of a point, in the order of plan%read and plan%write. The columns are copies. What is left NaN is not compared.
    subroutine drawbridge_reference(n, x, y)
      import :: c_double
      integer, intent(in) :: n
      real(c_double), intent(in) :: x(n, *)
      real(c_double), intent(inout) :: y(n, *)
    end subroutine
  end interface

  integer(c_int), parameter :: role_read = 0, role_write = 1, role_bind = 2
  integer(c_int), parameter :: role_resident = 3, role_fetch = 4, role_changed = 5, role_on_device = 16

  ! Every bind(C) block, written by make generate from bridge/entries.txt.
  interface
    integer(c_int) function c_select_device(device, device_length) bind(c, name='drawbridge_select_device')
      import :: c_int, c_char
      character(kind=c_char), intent(in) :: device(*)
      integer(c_int), value :: device_length
    end function
    integer(c_int) function c_initialize(max_block, ns, species, names, species_length, nq, settings, &
        settings_length, comm) bind(c, name='drawbridge_initialize')
      import :: c_int, c_char, c_ptr
      integer(c_int), value :: max_block, ns, names, species_length, nq, settings_length
      type(c_ptr), value :: species, comm
      character(kind=c_char), intent(in) :: settings(*)
    end function
    integer(c_int) function c_finalize() bind(c, name='drawbridge_finalize')
      import :: c_int
    end function
    subroutine c_message(buf, buf_size) bind(c, name='frame_message_')
      import :: c_int, c_char
      character(kind=c_char), intent(inout) :: buf(*)
      integer(c_int), value :: buf_size
    end subroutine
    subroutine c_on_error(f) bind(c, name='frame_onerror_')
      import :: c_funptr
      type(c_funptr), value :: f
    end subroutine
    integer(c_int) function c_refuse(code, message, message_length) bind(c, name='drawbridge_refuse')
      import :: c_int, c_char
      integer(c_int), value :: code, message_length
      character(kind=c_char), intent(in) :: message(*)
    end function
    subroutine c_stop() bind(c, name='drawbridge_stop')
    end subroutine
    integer(c_int) function c_species_data(W, Tc, Pc, omega, kij, Tmid, nasaLow, nasaHigh, Tlow, Thigh) &
        bind(c, name='drawbridge_species_data')
      import :: c_int, c_ptr
      type(c_ptr), value :: W, Tc, Pc, omega, kij, Tmid, nasaLow, nasaHigh, Tlow, Thigh
    end function
    integer(c_int) function c_transport_data(Vc, dipole, kappa, sigmaLJ, epsLJ, volumes) &
        bind(c, name='drawbridge_transport_data')
      import :: c_int, c_ptr
      type(c_ptr), value :: Vc, dipole, kappa, sigmaLJ, epsLJ, volumes
    end function
    integer(c_int) function c_units(names, names_length, values, count) bind(c, name='drawbridge_units')
      import :: c_int, c_char, c_ptr
      character(kind=c_char), intent(in) :: names(*)
      integer(c_int), value :: names_length, count
      type(c_ptr), value :: values
    end function
    integer(c_int) function c_data_units(own) bind(c, name='drawbridge_data_units')
      import :: c_int
      integer(c_int), value :: own
    end function
    integer(c_int) function c_species_count(count) bind(c, name='drawbridge_species_count')
      import :: c_int
      integer(c_int), intent(inout) :: count
    end function
    integer(c_int) function c_max_block(count) bind(c, name='drawbridge_max_block')
      import :: c_int
      integer(c_int), intent(inout) :: count
    end function
    integer(c_int) function c_species_name(species, buf, buf_size) bind(c, name='drawbridge_species_name')
      import :: c_int, c_char
      integer(c_int), value :: species, buf_size
      character(kind=c_char), intent(inout) :: buf(*)
    end function
    integer(c_int) function c_option(name, name_length, value, value_length) bind(c, name='drawbridge_option')
      import :: c_int, c_char
      character(kind=c_char), intent(in) :: name(*), value(*)
      integer(c_int), value :: name_length, value_length
    end function
    integer(c_int) function c_load_kernels(path, path_length) bind(c, name='drawbridge_load_kernels')
      import :: c_int, c_char
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int), value :: path_length
    end function
    integer(c_int) function c_plan_create(collection, collection_length, shape, interior, handle) &
        bind(c, name='drawbridge_plan_create')
      import :: c_int, c_char
      character(kind=c_char), intent(in) :: collection(*)
      integer(c_int), value :: collection_length
      integer(c_int), intent(in) :: shape(3), interior(6)
      integer(c_int), intent(inout) :: handle
    end function
    integer(c_int) function c_plan_create_declared(collection, collection_length, rank, shape, interior, order, &
        order_length, bounds, lower, handle) bind(c, name='drawbridge_plan_create_declared')
      import :: c_int, c_char, c_ptr
      character(kind=c_char), intent(in) :: collection(*), order(*)
      integer(c_int), value :: collection_length, rank, order_length, bounds
      integer(c_int), intent(in) :: shape(*), interior(6)
      type(c_ptr), value :: lower
      integer(c_int), intent(inout) :: handle
    end function
    integer(c_int) function c_plan_array(handle, role, name, name_length, address, shape, interior, var) &
        bind(c, name='drawbridge_plan_array')
      import :: c_int, c_char, c_ptr
      integer(c_int), value :: handle, role, name_length, var
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr), value :: address, interior
      integer(c_int), intent(in) :: shape(4)
    end function
    integer(c_int) function c_plan_array_as(handle, role, name, name_length, address, bytes, rank, shape, interior, &
        var, order, order_length, scale, offset) bind(c, name='drawbridge_plan_array_as')
      import :: c_int, c_char, c_ptr
      integer(c_int), value :: handle, role, name_length, bytes, rank, var, order_length
      character(kind=c_char), intent(in) :: name(*), order(*)
      type(c_ptr), value :: address, interior, scale, offset
      integer(c_int), intent(in) :: shape(*)
    end function
    integer(c_int) function c_plan_array_declared(handle, role, name, name_length, address, bytes, rank, shape, &
        interior, var, order, order_length, scale, offset, lower) bind(c, name='drawbridge_plan_array_declared')
      import :: c_int, c_char, c_ptr
      integer(c_int), value :: handle, role, name_length, bytes, rank, var, order_length
      character(kind=c_char), intent(in) :: name(*), order(*)
      type(c_ptr), value :: address, interior, scale, offset, lower
      integer(c_int), intent(in) :: shape(*)
    end function
    integer(c_int) function c_plan_follow(handle, stream) bind(c, name='drawbridge_plan_follow')
      import :: c_int, c_ptr
      integer(c_int), value :: handle
      type(c_ptr), value :: stream
    end function
    integer(c_int) function c_plan_reference(handle, sizes) bind(c, name='drawbridge_plan_reference')
      import :: c_int
      integer(c_int), value :: handle
      integer(c_int), intent(inout) :: sizes(3)
    end function
    integer(c_int) function c_plan_inputs(handle, values) bind(c, name='drawbridge_plan_inputs')
      import :: c_int, c_double
      integer(c_int), value :: handle
      real(c_double), intent(inout) :: values(*)
    end function
    integer(c_int) function c_plan_compare(handle, values) bind(c, name='drawbridge_plan_compare')
      import :: c_int, c_double
      integer(c_int), value :: handle
      real(c_double), intent(in) :: values(*)
    end function
    integer(c_int) function c_plan_set(handle, name, name_length, value) bind(c, name='drawbridge_plan_set')
      import :: c_int, c_char, c_double
      integer(c_int), value :: handle, name_length
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), value :: value
    end function
    integer(c_int) function c_plan_run(handle) bind(c, name='drawbridge_plan_run')
      import :: c_int
      integer(c_int), value :: handle
    end function
    integer(c_int) function c_plan_resident(handle, role, name, name_length) bind(c, name='drawbridge_plan_resident')
      import :: c_int, c_char
      integer(c_int), value :: handle, role, name_length
      character(kind=c_char), intent(in) :: name(*)
    end function
    integer(c_int) function c_plan_destroy(handle) bind(c, name='drawbridge_plan_destroy')
      import :: c_int
      integer(c_int), value :: handle
    end function
    integer(c_int) function c_pin(address, shape) bind(c, name='drawbridge_pin')
      import :: c_int, c_ptr
      type(c_ptr), value :: address
      integer(c_int), intent(in) :: shape(4)
    end function
    integer(c_int) function c_unpin(address) bind(c, name='drawbridge_unpin')
      import :: c_int, c_ptr
      type(c_ptr), value :: address
    end function
    integer(c_int) function c_report_text(buf, buf_size, length) bind(c, name='drawbridge_report_text')
      import :: c_int, c_char
      character(kind=c_char), intent(inout) :: buf(*)
      integer(c_int), value :: buf_size
      integer(c_int), intent(inout) :: length
    end function
    integer(c_int) function c_snapshot_create(path, path_length, cells, origin, spacing, time, step, case_name, &
        case_name_length, comm, box, boxes, deflate, refused, handle) bind(c, name='drawbridge_snapshot_create')
      import :: c_int, c_char, c_double, c_ptr
      character(kind=c_char), intent(in) :: path(*), case_name(*)
      integer(c_int), value :: path_length, step, case_name_length, boxes, deflate, refused
      integer(c_int), intent(in) :: cells(3)
      real(c_double), intent(in) :: origin(3), spacing(3)
      real(c_double), value :: time
      type(c_ptr), value :: comm, box
      integer(c_int), intent(inout) :: handle
    end function
    integer(c_int) function c_snapshot_field_declared(handle, name, name_length, unit, unit_length, address, rank, &
        shape, interior, var, order, order_length, bounds, lower, refused) &
        bind(c, name='drawbridge_snapshot_field_declared')
      import :: c_int, c_char, c_ptr
      integer(c_int), value :: handle, name_length, unit_length, rank, var, order_length, bounds, refused
      character(kind=c_char), intent(in) :: name(*), unit(*), order(*)
      type(c_ptr), value :: address, interior, lower
      integer(c_int), intent(in) :: shape(*)
    end function
    integer(c_int) function c_snapshot_blocks(handle, ranks, bounds, owners) bind(c, name='drawbridge_snapshot_blocks')
      import :: c_int, c_ptr
      integer(c_int), value :: handle, ranks
      integer(c_int), intent(in) :: bounds(*)
      type(c_ptr), value :: owners
    end function
    integer(c_int) function c_snapshot_attribute(handle, name, name_length, text, text_length, number) &
        bind(c, name='drawbridge_snapshot_attribute')
      import :: c_int, c_char, c_ptr
      integer(c_int), value :: handle, name_length, text_length
      character(kind=c_char), intent(in) :: name(*), text(*)
      type(c_ptr), value :: number
    end function
    integer(c_int) function c_snapshot_open(path, path_length, cells, origin, spacing, time, step, handle) &
        bind(c, name='drawbridge_snapshot_open')
      import :: c_int, c_char, c_double
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int), value :: path_length
      integer(c_int), intent(inout) :: cells(3), step, handle
      real(c_double), intent(inout) :: origin(3), spacing(3), time
    end function
    integer(c_int) function c_snapshot_read_declared(handle, name, name_length, address, rank, shape, interior, var, &
        order, order_length, bounds, lower, first) bind(c, name='drawbridge_snapshot_read_declared')
      import :: c_int, c_char, c_ptr
      integer(c_int), value :: handle, name_length, rank, var, order_length, bounds
      character(kind=c_char), intent(in) :: name(*), order(*)
      type(c_ptr), value :: address, interior, lower
      integer(c_int), intent(in) :: shape(*), first(3)
    end function
    integer(c_int) function c_snapshot_close(handle) bind(c, name='drawbridge_snapshot_close')
      import :: c_int
      integer(c_int), value :: handle
    end function
    integer(c_int) function c_snapshot_abandon(handle) bind(c, name='drawbridge_snapshot_abandon')
      import :: c_int
      integer(c_int), value :: handle
    end function
    integer(c_int) function c_version(buf, buf_size) bind(c, name='drawbridge_version')
      import :: c_int, c_char
      character(kind=c_char), intent(inout) :: buf(*)
      integer(c_int), value :: buf_size
    end function
    integer(c_int) function c_field_create(name, name_length, shape, dims, halo, precision, precision_length, &
        components, first) bind(c, name='drawbridge_field_create_at')
      import :: c_int, c_char
      character(kind=c_char), intent(in) :: name(*), precision(*)
      integer(c_int), value :: name_length, dims, halo, precision_length, components
      integer(c_int), intent(in) :: shape(*), first(*)
    end function
    integer(c_int) function c_field_on_domain(name, name_length, domain) bind(c, name='drawbridge_field_on_domain')
      import :: c_int, c_char
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: name_length, domain
    end function
    integer(c_int) function c_field_temporary(name, name_length) bind(c, name='drawbridge_field_temporary')
      import :: c_int, c_char
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: name_length
    end function
    integer(c_int) function c_field_destroy(name, name_length) bind(c, name='drawbridge_field_destroy')
      import :: c_int, c_char
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: name_length
    end function
    integer(c_int) function c_field_copy_declared(name, name_length, to_host, address, bytes, rank, shape, interior, &
        var, order, order_length, bounds, lower, layers, first) bind(c, name='drawbridge_field_copy_declared')
      import :: c_int, c_char, c_ptr
      character(kind=c_char), intent(in) :: name(*), order(*)
      integer(c_int), value :: name_length, to_host, bytes, rank, var, order_length, bounds, layers
      type(c_ptr), value :: address, interior, lower, first
      integer(c_int), intent(in) :: shape(*)
    end function
    integer(c_int) function c_field_points(name, name_length, read, points, count, values) &
        bind(c, name='drawbridge_field_points')
      import :: c_int, c_char, c_double
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: name_length, read, count
      integer(c_int), intent(in) :: points(*)
      real(c_double), intent(inout) :: values(*)
    end function
    integer(c_int) function c_field_reduce(what, what_length, name, name_length, other, other_length, value) &
        bind(c, name='drawbridge_field_reduce')
      import :: c_int, c_char, c_double
      character(kind=c_char), intent(in) :: what(*), name(*), other(*)
      integer(c_int), value :: what_length, name_length, other_length
      real(c_double), intent(inout) :: value
    end function
    integer(c_int) function c_sequence_create(name, name_length, handle) bind(c, name='drawbridge_sequence_create')
      import :: c_int, c_char
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: name_length
      integer(c_int), intent(inout) :: handle
    end function
    integer(c_int) function c_sequence_apply(handle, operator_name, operator_name_length, reads, reads_length, &
        writes, writes_length, numbers, count, options, options_length) bind(c, name='drawbridge_sequence_apply')
      import :: c_int, c_char, c_double
      integer(c_int), value :: handle, operator_name_length, reads_length, writes_length, count, options_length
      character(kind=c_char), intent(in) :: operator_name(*), reads(*), writes(*), options(*)
      real(c_double), intent(in) :: numbers(*)
    end function
    integer(c_int) function c_sequence_run(handle, times) bind(c, name='drawbridge_sequence_run')
      import :: c_int
      integer(c_int), value :: handle, times
    end function
    integer(c_int) function c_sequence_start(handle, times) bind(c, name='drawbridge_sequence_start')
      import :: c_int
      integer(c_int), value :: handle, times
    end function
    integer(c_int) function c_wait() bind(c, name='drawbridge_wait')
      import :: c_int
    end function
    integer(c_int) function c_sequence_set(handle, name, name_length, value) bind(c, name='drawbridge_sequence_set')
      import :: c_int, c_char, c_double
      integer(c_int), value :: handle, name_length
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), value :: value
    end function
    integer(c_int) function c_sequence_get(handle, name, name_length, value) bind(c, name='drawbridge_sequence_get')
      import :: c_int, c_char, c_double
      integer(c_int), value :: handle, name_length
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), intent(inout) :: value
    end function
    integer(c_int) function c_sequence_destroy(handle) bind(c, name='drawbridge_sequence_destroy')
      import :: c_int
      integer(c_int), value :: handle
    end function
    integer(c_int) function c_domain_create_blocks(global, periodic, dims, blocks, first, extents, refused, handle) &
        bind(c, name='drawbridge_domain_create_blocks')
      import :: c_int, c_ptr
      integer(c_int), intent(in) :: global(*), periodic(*)
      integer(c_int), value :: dims, blocks, refused
      type(c_ptr), value :: first, extents
      integer(c_int), intent(inout) :: handle
    end function
    integer(c_int) function c_domain_cartesian(comm, global, dims, first, extents, periodic) &
        bind(c, name='drawbridge_domain_cartesian')
      import :: c_int, c_ptr
      type(c_ptr), value :: comm
      integer(c_int), intent(in) :: global(*)
      integer(c_int), value :: dims
      integer(c_int), intent(inout) :: first(3), extents(3), periodic(3)
    end function
    integer(c_int) function c_domain_block(handle, block, first, extents, neighbours) &
        bind(c, name='drawbridge_domain_block')
      import :: c_int
      integer(c_int), value :: handle, block
      integer(c_int), intent(inout) :: first(3), extents(3), neighbours(6)
    end function
    integer(c_int) function c_domain_destroy(handle) bind(c, name='drawbridge_domain_destroy')
      import :: c_int
      integer(c_int), value :: handle
    end function
    integer(c_int) function c_sequence_exchange(handle, domain, names, names_length, layers) &
        bind(c, name='drawbridge_sequence_exchange')
      import :: c_int, c_char
      integer(c_int), value :: handle, domain, names_length, layers
      character(kind=c_char), intent(in) :: names(*)
    end function
    integer(c_int) function c_poisson(u, u_length, f, f_length, spacing, axes, boundary, boundary_length, tolerance, &
        max_cycles, cycles, history) bind(c, name='drawbridge_poisson')
      import :: c_int, c_char, c_double
      character(kind=c_char), intent(in) :: u(*), f(*), boundary(*)
      integer(c_int), value :: u_length, f_length, axes, boundary_length, max_cycles
      real(c_double), intent(in) :: spacing(*)
      real(c_double), value :: tolerance
      integer(c_int), intent(inout) :: cycles
      real(c_double), intent(inout) :: history(*)
    end function
  end interface

contains

  ! 1. Lifetime

  ! Chooses the device ('host', 'memcheck', 'cuda', 'cuda:N') of the next initialize; safe before MPI_Init.
  subroutine drawbridge_select_device(device, stat, errmsg)
    character(*), intent(in) :: device
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call settle(c_select_device(device, int(len(device), c_int)), stat, errmsg)
  end subroutine

  ! Makes the Frame. species: names (blank-padded) of the built-in table, or of a Cantera YAML file
  ! (mechanism='file.yaml'). Without species= all species of the file are taken in its order; self%species and
  ! self%names then return them. With ns= alone, species_data must follow. max_block: points per stripe, 12288 where
  ! nothing else is said; 2048 suits host cores with 50 species. Without species=, ns= and mechanism= the Frame has
  ! fields only. nq: width of the view Q.
  ! The other arguments are settings (docs/settings.md); a DRAWBRIDGE_ environment variable overrides each.
  ! comm: the solver's MPI communicator (with mpi_f08: comm%MPI_VAL), which is duplicated. initialize, report and
  ! finalize are then collective over it, and if one rank fails, all fail (docs/mpi.md).
  subroutine frame_initialize(self, species, ns, max_block, nq, device, threads, check, layout, report, log, &
      mechanism, missing_critical, options, stat, errmsg, stencils, comm)
    class(frame_t), intent(inout) :: self
    character(*), intent(in), optional, target :: species(:)
    integer, intent(in), optional :: ns, max_block, nq, threads, comm
    character(*), intent(in), optional :: device, check, layout, report, log, mechanism, missing_critical, options, stencils
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(kind=c_char), allocatable, target :: names(:)
    character(:), allocatable :: settings
    character(12) :: digits
    integer(c_int), target :: handle
    type(c_ptr) :: address, communicator
    integer(c_int) :: code, count, named, points
    integer :: width, i, j

    communicator = c_null_ptr
    if (present(comm)) then
      handle = int(comm, c_int)
      communicator = c_loc(handle)
    end if
    width = 0
    if (present(nq)) width = nq
    allocate (character(0) :: settings)
    if (present(max_block)) then
      write (digits, '(i0)') narrow(max_block)
      call add_setting(settings, 'max_block', digits)
    end if
    if (present(threads)) then
      write (digits, '(i0)') threads
      call add_setting(settings, 'threads', digits)
    end if
    if (present(device)) call add_setting(settings, 'device', device)
    if (present(check))  call add_setting(settings, 'check', check)
    if (present(layout)) call add_setting(settings, 'layout', layout)
    if (present(report)) call add_setting(settings, 'report', report)
    if (present(log))    call add_setting(settings, 'log', log)
    if (present(mechanism)) call add_setting(settings, 'mechanism', mechanism)
    if (present(missing_critical)) call add_setting(settings, 'missing_critical', missing_critical)
    if (present(options)) call add_setting(settings, 'options', options)
    if (present(stencils)) call add_setting(settings, 'stencils', stencils)

    address = c_null_ptr
    named = 0
    j = 0
    if (present(species)) then
      named = int(size(species), c_int)
      j = len(species)
      names = [character(kind=c_char) :: (species(1 + (i - 1)/j)(1 + mod(i - 1, j):1 + mod(i - 1, j)), i = 1, j*named)]
      if (size(names) > 0) address = c_loc(names)
    end if
    count = named
    if (present(ns)) count = narrow(ns)
    code = c_initialize(0_c_int, count, address, named, int(j, c_int), int(width, c_int), settings, &
        int(len(settings), c_int), communicator)
    if (code == DRAWBRIDGE_OK) code = c_species_count(count)
    if (code == DRAWBRIDGE_OK) code = c_max_block(points)
    if (code == DRAWBRIDGE_OK) then
      self%max_block = points
      self%species = count
      if (allocated(self%names)) deallocate (self%names)
      allocate (self%names(count)) ! not by a constructor of ' ', beyond whose end gfortran's code reads
      self%names(:) = ' '
      do i = 1, count
        if (code == DRAWBRIDGE_OK) code = c_species_name(int(i, c_int), self%names(i), int(len(self%names), c_int))
      end do
    end if
    call settle(code, stat, errmsg)
  end subroutine

  subroutine add_setting(settings, name, value)
    character(:), allocatable, intent(inout) :: settings
    character(*), intent(in) :: name, value
    integer :: i
    settings = settings//name//'='
    do i = 1, len_trim(value) ! a line break is no end of this setting: it is refused with it
      settings = settings//merge(achar(13), value(i:i), value(i:i) == new_line('a'))
    end do
    settings = settings//new_line('a')
  end subroutine

  ! Frees everything, and writes the report if one was asked for. Refused: another variable's Frame.
  subroutine frame_finalize(self, stat, errmsg)
    class(frame_t), intent(inout) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int) :: code, count
    code = DRAWBRIDGE_OK
    if (self%max_block == 0) then
      if (c_species_count(count) == DRAWBRIDGE_OK) code = with_frame(self, 'finalize')
    end if
    if (code == DRAWBRIDGE_OK) then
      self%max_block = 0
      self%species = 0
      code = c_finalize()
    end if
    call settle(code, stat, errmsg)
  end subroutine

  ! 2. Failures

  ! Replaces the stop routine that failures without stat go through.
  subroutine drawbridge_on_error(routine)
    procedure(drawbridge_stop_routine) :: routine
    call c_on_error(c_funloc(routine))
  end subroutine

  ! The one place where a code becomes stat and errmsg, or stops.
  subroutine settle(code, stat, errmsg)
    integer(c_int), intent(in) :: code
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    if (present(stat)) stat = code
    if (present(errmsg) .and. code /= DRAWBRIDGE_OK) call c_message(errmsg, int(len(errmsg), c_int))
    if (.not. present(stat) .and. code /= DRAWBRIDGE_OK) call c_stop()
  end subroutine

  ! A failure that is found on this side of the border.
  integer(c_int) function refuse(text, code)
    character(*), intent(in) :: text
    integer, intent(in) :: code
    refuse = c_refuse(int(code, c_int), text, int(len(text), c_int))
  end function

  ! Refuses a call through a variable that was never initialized: the library itself would find the Frame of the process.
  integer(c_int) function with_frame(self, call_name) result(code)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: call_name
    code = DRAWBRIDGE_OK
    if (self%max_block > 0) return
    code = refuse(call_name//': this frame was not initialized; call initialize on it first', DRAWBRIDGE_ORDER)
  end function

  ! Where default integers have 8 bytes, what does not fit into 4 is not cut: it becomes the largest that does.
  elemental integer(c_int) function narrow(number)
    integer, intent(in) :: number
    integer, parameter :: most = huge(1_c_int)
    narrow = int(max(-most, min(most, number)), c_int)
  end function

  ! 3. Species data

  ! Sets the data of the equation of state, one entry per species: W kg/mol, Tc K, Pc Pa, omega, Tmid K, and
  ! NASA-7 coefficients (7,ns) below and above Tmid. kij(ns,ns): symmetric, absent: zeros. tlow, thigh K: limits of
  ! the polynomials, absent: not known, so no point is flagged as extrapolated.
  ! The values are copied at once, so a temporary copy by the compiler does no harm: the arguments are contiguous.
  ! own_units: they are in the units of frame%units, and the polynomials over a temperature in its unit.
  subroutine frame_species_data(self, w, tc, pc, omega, tmid, nasa_low, nasa_high, kij, stat, errmsg, tlow, thigh, own_units)
    class(frame_t), intent(in) :: self
    real(c_double), intent(in), contiguous, target :: w(:), tc(:), pc(:), omega(:), tmid(:), nasa_low(:, :), nasa_high(:, :)
    real(c_double), intent(in), contiguous, target, optional :: kij(:, :), tlow(:), thigh(:)
    logical, intent(in), optional :: own_units
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: pairs, least, greatest
    integer(c_int) :: code
    integer :: ns
    character(120) :: text

    ns = self%species
    if (without_species(self, 'species_data', stat, errmsg)) return
    if (any([size(w), size(tc), size(pc), size(omega), size(tmid)] /= ns)) then
      write (text, '(a,i0,a)') 'species_data: every array must have one entry for each of the ', ns, ' species'
      call settle(refuse(trim(text), DRAWBRIDGE_SHAPE), stat, errmsg)
      return
    end if
    if (any(shape(nasa_low) /= [7, ns]) .or. any(shape(nasa_high) /= [7, ns])) then
      write (text, '(4(a,i0),a,i0)') 'species_data: nasa_low is ', size(nasa_low, 1), ' x ', size(nasa_low, 2), ', nasa_high ', &
          size(nasa_high, 1), ' x ', size(nasa_high, 2), ', both must be 7 x ', ns
      call settle(refuse(trim(text), DRAWBRIDGE_SHAPE), stat, errmsg)
      return
    end if
    pairs = c_null_ptr
    if (present(kij)) then
      if (any(shape(kij) /= ns)) then
        write (text, '(a,i0,a,i0)') 'species_data: kij must be ', ns, ' x ', ns
        call settle(refuse(trim(text), DRAWBRIDGE_SHAPE), stat, errmsg)
        return
      end if
      pairs = c_loc(kij)
    end if
    least = c_null_ptr
    greatest = c_null_ptr
    if (present(tlow) .and. present(thigh)) then
      if (size(tlow) /= ns .or. size(thigh) /= ns) then
        write (text, '(a,i0,a)') 'species_data: tlow and thigh must have one entry for each of the ', ns, ' species'
        call settle(refuse(trim(text), DRAWBRIDGE_SHAPE), stat, errmsg)
        return
      end if
      least = c_loc(tlow)
      greatest = c_loc(thigh)
    else if (present(tlow) .or. present(thigh)) then
      call settle(refuse('species_data: tlow and thigh must be given together', DRAWBRIDGE_ARGUMENT), stat, errmsg)
      return
    end if
    code = c_data_units(merge(1_c_int, 0_c_int, said(own_units)))
    if (code == DRAWBRIDGE_OK) code = c_species_data(c_loc(w), c_loc(tc), c_loc(pc), c_loc(omega), pairs, c_loc(tmid), &
        c_loc(nasa_low), c_loc(nasa_high), least, greatest)
    call settle(code, stat, errmsg)
  end subroutine

  ! Refuses data of species for a Frame that has none.
  logical function without_species(self, call_name, stat, errmsg) result(none)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: call_name
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int) :: code
    none = self%species == 0
    if (.not. none) return
    code = with_frame(self, call_name)
    if (code == DRAWBRIDGE_OK) code = refuse(call_name// &
        ': the Frame has no species; give initialize ns=, the number of species', DRAWBRIDGE_ORDER)
    call settle(code, stat, errmsg)
  end function

  ! Sets the data of the transport collections, one entry per species: vc critical volume m3/mol, sigma m and eps K of
  ! Lennard-Jones. dipole debye and kappa (association): absent: zeros. diffusion_volume cm3/mol: the option
  ! binary_diffusion = fuller needs it. Call species_data as well. own_units: vc, sigma and eps are in the units of frame%units.
  subroutine frame_transport_data(self, vc, sigma, eps, dipole, kappa, diffusion_volume, stat, errmsg, own_units)
    class(frame_t), intent(in) :: self
    real(c_double), intent(in), contiguous, target :: vc(:), sigma(:), eps(:)
    real(c_double), intent(in), contiguous, target, optional :: dipole(:), kappa(:), diffusion_volume(:)
    logical, intent(in), optional :: own_units
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: moments, associations, volumes
    integer(c_int) :: code
    logical :: fits
    character(100) :: text

    if (without_species(self, 'transport_data', stat, errmsg)) return
    fits = all([size(vc), size(sigma), size(eps)] == self%species)
    moments = c_null_ptr
    associations = c_null_ptr
    volumes = c_null_ptr
    if (present(dipole)) then
      fits = fits .and. size(dipole) == self%species
      moments = c_loc(dipole)
    end if
    if (present(kappa)) then
      fits = fits .and. size(kappa) == self%species
      associations = c_loc(kappa)
    end if
    if (present(diffusion_volume)) then
      fits = fits .and. size(diffusion_volume) == self%species
      volumes = c_loc(diffusion_volume)
    end if
    if (.not. fits) then
      write (text, '(a,i0,a)') 'transport_data: every array must have one entry for each of the ', self%species, ' species'
      call settle(refuse(trim(text), DRAWBRIDGE_SHAPE), stat, errmsg)
      return
    end if
    code = c_data_units(merge(1_c_int, 0_c_int, said(own_units)))
    if (code == DRAWBRIDGE_OK) code = c_transport_data(c_loc(vc), moments, associations, c_loc(sigma), c_loc(eps), volumes)
    call settle(code, stat, errmsg)
  end subroutine

  ! Sets a convention of the models by name: as text, 'root', 'liquid', as a number or as numbers (docs/options.md).
  subroutine frame_option_text(self, name, value, stat, errmsg)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: name, value
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int) :: code
    code = with_frame(self, 'set_option')
    if (code == DRAWBRIDGE_OK) code = c_option(name, int(len(name), c_int), value, int(len(value), c_int))
    call settle(code, stat, errmsg)
  end subroutine
  subroutine frame_option_real(self, name, value, stat, errmsg)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in) :: value
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call frame_option_reals(self, name, [value], stat, errmsg)
  end subroutine
  subroutine frame_option_integer(self, name, value, stat, errmsg)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: name
    integer, intent(in) :: value
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call frame_option_reals(self, name, [real(value, c_double)], stat, errmsg)
  end subroutine
  subroutine frame_option_reals(self, name, value, stat, errmsg)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in) :: value(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(26*size(value)) :: text
    write (text, '(*(es25.16e3,:,1x))') value ! 17 digits: every double as it is
    call frame_option_text(self, name, adjustl(text), stat, errmsg)
  end subroutine

  ! In which units arrays and fields of properties are held: the size of the units in SI, as pressure=3.4d6. The units of
  ! other quantities follow from them. Without any: SI again (docs/how_to/own_units.md).
  subroutine frame_units(self, pressure, temperature, density, velocity, length, time, energy, heat_capacity, viscosity, &
      conductivity, molar_mass, stat, errmsg)
    class(frame_t), intent(in) :: self
    real(c_double), intent(in), optional :: pressure, temperature, density, velocity, length, time, energy, heat_capacity, &
        viscosity, conductivity, molar_mass
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(:), allocatable :: names
    real(c_double), target :: values(11)
    integer(c_int) :: code
    integer :: n
    n = 0
    names = ''
    values = 0
    call add('pressure', pressure)
    call add('temperature', temperature)
    call add('density', density)
    call add('velocity', velocity)
    call add('length', length)
    call add('time', time)
    call add('energy', energy)
    call add('heat_capacity', heat_capacity)
    call add('viscosity', viscosity)
    call add('conductivity', conductivity)
    call add('molar_mass', molar_mass)
    code = with_frame(self, 'units')
    if (code == DRAWBRIDGE_OK) code = c_units(names, int(len(names), c_int), c_loc(values), int(n, c_int))
    call settle(code, stat, errmsg)
  contains
    subroutine add(name, value)
      character(*), intent(in) :: name
      real(c_double), intent(in), optional :: value
      if (.not. present(value)) return
      n = n + 1
      values(n) = value
      names = names//name//' '
    end subroutine
  end subroutine

  ! 6. Plans

  ! A plan keeps addresses between its runs, so declare the arrays target. The dummy arguments are pointers, so a
  ! compiler refuses other arrays. Call bind after a reallocation, a pointer swap or for a new block.

  ! Begins a plan for a collection on blocks of shape [nx,ny,nz(,nvar)], halo included. Its points are interior =
  ! [x1,x2, y1,y2, z1,z2], inclusive, counted from 1, or from lbound where that is given, as messages are. order says what the
  ! dimensions of shape, lbound and the arrays are: 'var,i,j,k' of q(var,i,j,k); default 'i,j,k,var'.
  subroutine plan_create(self, frame, collection, shape, interior, stat, errmsg, order, lbound)
    class(plan_t), intent(inout) :: self
    type(frame_t), intent(in) :: frame
    character(*), intent(in) :: collection
    integer, intent(in) :: shape(:), interior(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(*), intent(in), optional :: order
    integer, intent(in), optional :: lbound(:)
    integer(c_int), target :: lower(size(shape) + 5)
    integer(c_int) :: code, made, ended
    integer :: bounds
    type(c_ptr) :: where
    character(:), allocatable :: dimensions
    dimensions = ''
    if (present(order)) dimensions = order
    bounds = 0
    where = c_null_ptr
    code = with_frame(frame, 'plan create')
    if (code == DRAWBRIDGE_OK .and. size(interior) /= 6) code = &
        refuse('plan create: interior has other than 6 numbers, [x1,x2, y1,y2, z1,z2]', DRAWBRIDGE_SHAPE)
    if (code == DRAWBRIDGE_OK .and. present(lbound)) then
      bounds = min(size(lbound), size(lower))
      lower(:bounds) = narrow(lbound(:bounds))
      where = c_loc(lower)
      if (bounds == 0) code = refuse('plan create: lbound has no numbers, 3 to 5 expected', DRAWBRIDGE_SHAPE)
    end if
    if (code == DRAWBRIDGE_OK) then
      made = 0
      code = c_plan_create_declared(collection, int(len(collection), c_int), int(size(shape), c_int), narrow(shape), &
          narrow(interior), dimensions, int(len(dimensions), c_int), int(bounds, c_int), where, made)
      if (code == DRAWBRIDGE_OK) then
        if (self%handle /= 0) ended = c_plan_destroy(self%handle) ! create is called again for this plan
        self%own => null() ! it has the columns of the plan before
        self%handle = made
      end if
    end if
    call settle(code, stat, errmsg)
  end subroutine

  ! Registers your own routine: with check='compare' the first runs are compared with it (docs/how_to/compare_routine.md).
  subroutine plan_reference(self, routine, stat, errmsg)
    class(plan_t), intent(inout) :: self
    procedure(drawbridge_reference) :: routine
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    self%own => routine
    call settle(int(DRAWBRIDGE_OK, c_int), stat, errmsg)
  end subroutine

  ! Runs the collection on all interior points, stripe by stripe. stream: a CUDA stream that a run on arrays of the GPU comes
  ! after; without it the run comes after all that the host has started there.
  subroutine plan_run(self, stat, errmsg, stream)
    class(plan_t), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_intptr_t), intent(in), optional :: stream
    integer(c_int) :: code, sizes(3)
    sizes = 0
    code = DRAWBRIDGE_OK
    if (present(stream)) code = c_plan_follow(self%handle, transfer(stream, c_null_ptr))
    if (code == DRAWBRIDGE_OK .and. associated(self%own)) code = c_plan_reference(self%handle, sizes)
    if (code == DRAWBRIDGE_OK) code = c_plan_run(self%handle)
    if (code == DRAWBRIDGE_OK .and. sizes(1) > 0) code = plan_beside(self, sizes)
    call settle(code, stat, errmsg)
  end subroutine

  ! Runs the caller's routine on copies of the inputs that a run had, and has its outputs compared.
  integer(c_int) function plan_beside(self, sizes) result(code)
    class(plan_t), intent(in) :: self
    integer(c_int), intent(in) :: sizes(3)
    real(c_double), allocatable :: x(:, :), y(:, :)
    integer :: failed
    allocate (x(sizes(1), sizes(2)), y(sizes(1), sizes(3)), stat=failed)
    if (failed /= 0) then
      code = refuse('plan run: no memory to compare with your routine', DRAWBRIDGE_OUT_OF_MEMORY)
      return
    end if
    y = ieee_value(1.0_c_double, ieee_quiet_nan)
    code = c_plan_inputs(self%handle, x)
    if (code /= DRAWBRIDGE_OK) return
    call self%own(int(sizes(1)), x, y)
    code = c_plan_compare(self%handle, y)
  end function

  ! Procedures of plan_t that make generate writes from fortran/procedures.txt.

  ! Input `name` of the collection is taken from array q, variables var.. (as many as the view is wide; one for a species
  ! alone, 'Yi(CH4)'); its values times scale plus offset are SI. on_device: q is the address of an array on the GPU (docs/how_to/device_arrays.md).
  subroutine plan_read_3(self, name, q, stat, errmsg, resident, scale, offset, order, on_device)
    class(plan_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in), pointer :: q(:, :, :)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical, intent(in), optional :: resident
    real(c_double), intent(in), optional :: scale, offset
    character(*), intent(in), optional :: order
    logical, intent(in), optional :: on_device
    call settle(plan_connect(self, role_read, name, kept('read', name, q), 1, resident, scale, offset, order, &
        on_device), stat, errmsg)
  end subroutine
  subroutine plan_read_4(self, name, q, var, stat, errmsg, resident, scale, offset, order, on_device)
    class(plan_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in), pointer :: q(:, :, :, :)
    integer, intent(in) :: var
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical, intent(in), optional :: resident
    real(c_double), intent(in), optional :: scale, offset
    character(*), intent(in), optional :: order
    logical, intent(in), optional :: on_device
    call settle(plan_connect(self, role_read, name, kept('read', name, q), var, resident, scale, offset, order, &
        on_device), stat, errmsg)
  end subroutine
  subroutine plan_read_5(self, name, q, var, stat, errmsg, resident, scale, offset, order, on_device)
    class(plan_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in), pointer :: q(:, :, :, :, :)
    integer, intent(in) :: var
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical, intent(in), optional :: resident
    real(c_double), intent(in), optional :: scale, offset
    character(*), intent(in), optional :: order
    logical, intent(in), optional :: on_device
    call settle(plan_connect(self, role_read, name, kept('read', name, q), var, resident, scale, offset, order, &
        on_device), stat, errmsg)
  end subroutine
  subroutine plan_read_3_real4(self, name, q, stat, errmsg, resident, scale, offset, order, on_device)
    class(plan_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_float), intent(in), pointer :: q(:, :, :)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical, intent(in), optional :: resident
    real(c_double), intent(in), optional :: scale, offset
    character(*), intent(in), optional :: order
    logical, intent(in), optional :: on_device
    call settle(plan_connect(self, role_read, name, kept('read', name, q), 1, resident, scale, offset, order, &
        on_device), stat, errmsg)
  end subroutine
  subroutine plan_read_4_real4(self, name, q, var, stat, errmsg, resident, scale, offset, order, on_device)
    class(plan_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_float), intent(in), pointer :: q(:, :, :, :)
    integer, intent(in) :: var
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical, intent(in), optional :: resident
    real(c_double), intent(in), optional :: scale, offset
    character(*), intent(in), optional :: order
    logical, intent(in), optional :: on_device
    call settle(plan_connect(self, role_read, name, kept('read', name, q), var, resident, scale, offset, order, &
        on_device), stat, errmsg)
  end subroutine
  subroutine plan_read_5_real4(self, name, q, var, stat, errmsg, resident, scale, offset, order, on_device)
    class(plan_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_float), intent(in), pointer :: q(:, :, :, :, :)
    integer, intent(in) :: var
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical, intent(in), optional :: resident
    real(c_double), intent(in), optional :: scale, offset
    character(*), intent(in), optional :: order
    logical, intent(in), optional :: on_device
    call settle(plan_connect(self, role_read, name, kept('read', name, q), var, resident, scale, offset, order, &
        on_device), stat, errmsg)
  end subroutine

  ! Output `name` of the collection is put into array q, variables var.. ; the halo does not change. What is put there, times
  ! scale plus offset, is SI.
  subroutine plan_write_3(self, name, q, stat, errmsg, resident, scale, offset, order, on_device)
    class(plan_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in), pointer :: q(:, :, :)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical, intent(in), optional :: resident
    real(c_double), intent(in), optional :: scale, offset
    character(*), intent(in), optional :: order
    logical, intent(in), optional :: on_device
    call settle(plan_connect(self, role_write, name, kept('write', name, q), 1, resident, scale, offset, order, &
        on_device), stat, errmsg)
  end subroutine
  subroutine plan_write_4(self, name, q, var, stat, errmsg, resident, scale, offset, order, on_device)
    class(plan_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in), pointer :: q(:, :, :, :)
    integer, intent(in) :: var
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical, intent(in), optional :: resident
    real(c_double), intent(in), optional :: scale, offset
    character(*), intent(in), optional :: order
    logical, intent(in), optional :: on_device
    call settle(plan_connect(self, role_write, name, kept('write', name, q), var, resident, scale, offset, order, &
        on_device), stat, errmsg)
  end subroutine
  subroutine plan_write_5(self, name, q, var, stat, errmsg, resident, scale, offset, order, on_device)
    class(plan_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in), pointer :: q(:, :, :, :, :)
    integer, intent(in) :: var
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical, intent(in), optional :: resident
    real(c_double), intent(in), optional :: scale, offset
    character(*), intent(in), optional :: order
    logical, intent(in), optional :: on_device
    call settle(plan_connect(self, role_write, name, kept('write', name, q), var, resident, scale, offset, order, &
        on_device), stat, errmsg)
  end subroutine
  subroutine plan_write_3_real4(self, name, q, stat, errmsg, resident, scale, offset, order, on_device)
    class(plan_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_float), intent(in), pointer :: q(:, :, :)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical, intent(in), optional :: resident
    real(c_double), intent(in), optional :: scale, offset
    character(*), intent(in), optional :: order
    logical, intent(in), optional :: on_device
    call settle(plan_connect(self, role_write, name, kept('write', name, q), 1, resident, scale, offset, order, &
        on_device), stat, errmsg)
  end subroutine
  subroutine plan_write_4_real4(self, name, q, var, stat, errmsg, resident, scale, offset, order, on_device)
    class(plan_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_float), intent(in), pointer :: q(:, :, :, :)
    integer, intent(in) :: var
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical, intent(in), optional :: resident
    real(c_double), intent(in), optional :: scale, offset
    character(*), intent(in), optional :: order
    logical, intent(in), optional :: on_device
    call settle(plan_connect(self, role_write, name, kept('write', name, q), var, resident, scale, offset, order, &
        on_device), stat, errmsg)
  end subroutine
  subroutine plan_write_5_real4(self, name, q, var, stat, errmsg, resident, scale, offset, order, on_device)
    class(plan_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_float), intent(in), pointer :: q(:, :, :, :, :)
    integer, intent(in) :: var
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical, intent(in), optional :: resident
    real(c_double), intent(in), optional :: scale, offset
    character(*), intent(in), optional :: order
    logical, intent(in), optional :: on_device
    call settle(plan_connect(self, role_write, name, kept('write', name, q), var, resident, scale, offset, order, &
        on_device), stat, errmsg)
  end subroutine

  ! Renews the address (and shape, and interior) of everything that was read or written as `name`.
  subroutine plan_bind_3(self, name, q, interior, stat, errmsg, on_device)
    class(plan_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in), pointer :: q(:, :, :)
    integer, intent(in), optional :: interior(6)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical, intent(in), optional :: on_device
    call settle(plan_array(self, placed(role_bind, on_device), name, kept('bind', name, q), 1, interior), stat, errmsg)
  end subroutine
  subroutine plan_bind_4(self, name, q, interior, stat, errmsg, on_device)
    class(plan_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in), pointer :: q(:, :, :, :)
    integer, intent(in), optional :: interior(6)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical, intent(in), optional :: on_device
    call settle(plan_array(self, placed(role_bind, on_device), name, kept('bind', name, q), 1, interior), stat, errmsg)
  end subroutine
  subroutine plan_bind_5(self, name, q, interior, stat, errmsg, on_device)
    class(plan_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in), pointer :: q(:, :, :, :, :)
    integer, intent(in), optional :: interior(6)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical, intent(in), optional :: on_device
    call settle(plan_array(self, placed(role_bind, on_device), name, kept('bind', name, q), 1, interior), stat, errmsg)
  end subroutine
  subroutine plan_bind_3_real4(self, name, q, interior, stat, errmsg, on_device)
    class(plan_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_float), intent(in), pointer :: q(:, :, :)
    integer, intent(in), optional :: interior(6)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical, intent(in), optional :: on_device
    call settle(plan_array(self, placed(role_bind, on_device), name, kept('bind', name, q), 1, interior), stat, errmsg)
  end subroutine
  subroutine plan_bind_4_real4(self, name, q, interior, stat, errmsg, on_device)
    class(plan_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_float), intent(in), pointer :: q(:, :, :, :)
    integer, intent(in), optional :: interior(6)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical, intent(in), optional :: on_device
    call settle(plan_array(self, placed(role_bind, on_device), name, kept('bind', name, q), 1, interior), stat, errmsg)
  end subroutine
  subroutine plan_bind_5_real4(self, name, q, interior, stat, errmsg, on_device)
    class(plan_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_float), intent(in), pointer :: q(:, :, :, :, :)
    integer, intent(in), optional :: interior(6)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical, intent(in), optional :: on_device
    call settle(plan_array(self, placed(role_bind, on_device), name, kept('bind', name, q), 1, interior), stat, errmsg)
  end subroutine

  ! Gives a number of a kernel of load_kernels, such as gamma in create(frame, 'sound_speed gamma=1.4', ...), another value
  ! from the next run on.
  subroutine plan_set(self, name, value, stat, errmsg)
    class(plan_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in) :: value
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call settle(c_plan_set(self%handle, name, int(len(name), c_int), value), stat, errmsg)
  end subroutine

  ! Brings output `name`, which stays on the device, to its host array.
  subroutine plan_fetch(self, name, stat, errmsg)
    class(plan_t), intent(in) :: self
    character(*), intent(in) :: name
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call settle(c_plan_resident(self%handle, role_fetch, name, int(len(name), c_int)), stat, errmsg)
  end subroutine

  ! Says that the host changed the array of `name`, which stays on the device: the next run copies it in again.
  subroutine plan_changed(self, name, stat, errmsg)
    class(plan_t), intent(in) :: self
    character(*), intent(in) :: name
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call settle(c_plan_resident(self%handle, role_changed, name, int(len(name), c_int)), stat, errmsg)
  end subroutine

  ! Frees the plan.
  subroutine plan_destroy(self, stat, errmsg)
    class(plan_t), intent(inout) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call settle(c_plan_destroy(self%handle), stat, errmsg)
    self%handle = 0
  end subroutine

  ! End of those of plan_t.

  ! Connects a view of the plan to an array, which may stay on the device.
  integer(c_int) function plan_connect(self, role, name, array, var, resident, scale, offset, order, on_device) result(code)
    class(plan_t), intent(in) :: self
    integer(c_int), intent(in) :: role
    character(*), intent(in) :: name
    type(array_t), intent(in) :: array
    integer, intent(in) :: var
    logical, intent(in), optional :: resident, on_device
    real(c_double), intent(in), optional :: scale, offset
    character(*), intent(in), optional :: order
    code = plan_array(self, placed(role, on_device), name, array, var, scale=scale, offset=offset, order=order)
    if (code == DRAWBRIDGE_OK .and. said(resident)) code = c_plan_resident(self%handle, role_resident, name, int(len(name), c_int))
  end function

  ! The role of an array that may lie on the GPU.
  pure recursive integer(c_int) function placed(role, on_device)
    integer(c_int), intent(in) :: role
    logical, intent(in), optional :: on_device
    placed = role
    if (said(on_device)) placed = role + role_on_device
  end function

  pure recursive logical function said(option)
    logical, intent(in), optional :: option
    said = .false.
    if (present(option)) said = option
  end function

  ! Is this an array that can be lent: allocated, whole, and not empty?
  integer(c_int) function lent(what, name, address, elements, whole) result(code)
    character(*), intent(in) :: what, name
    type(c_ptr), intent(in) :: address
    integer, intent(in) :: elements
    logical, intent(in) :: whole
    code = DRAWBRIDGE_OK
    if (.not. c_associated(address)) then
      code = refuse(what//' '//name//': the array is not allocated or associated', DRAWBRIDGE_NULL_POINTER)
    else if (elements == 0) then
      code = refuse(what//' '//name//': the array has no elements', DRAWBRIDGE_SHAPE)
    else if (.not. whole) then
      code = refuse(what//' '//name//': the array is a slice; pass the whole array, and say by var= and interior= which part', &
          DRAWBRIDGE_SHAPE)
    end if
  end function

  ! An array whose address the library keeps.
  type(array_t) function kept_3(what, name, q) result(array)
    character(*), intent(in) :: what, name
    real(c_double), intent(in), pointer :: q(:, :, :)
    if (associated(q)) then
      array = laid(what, name, c_loc(q), 8, shape(q), lbound(q), is_contiguous(q))
    else
      array = laid(what, name, c_null_ptr, 8, [integer ::], [integer ::], .true.)
    end if
  end function
  type(array_t) function kept_4(what, name, q) result(array)
    character(*), intent(in) :: what, name
    real(c_double), intent(in), pointer :: q(:, :, :, :)
    if (associated(q)) then
      array = laid(what, name, c_loc(q), 8, shape(q), lbound(q), is_contiguous(q))
    else
      array = laid(what, name, c_null_ptr, 8, [integer ::], [integer ::], .true.)
    end if
  end function
  type(array_t) function kept_5(what, name, q) result(array)
    character(*), intent(in) :: what, name
    real(c_double), intent(in), pointer :: q(:, :, :, :, :)
    if (associated(q)) then
      array = laid(what, name, c_loc(q), 8, shape(q), lbound(q), is_contiguous(q))
    else
      array = laid(what, name, c_null_ptr, 8, [integer ::], [integer ::], .true.)
    end if
  end function
  type(array_t) function kept_single_3(what, name, q) result(array)
    character(*), intent(in) :: what, name
    real(c_float), intent(in), pointer :: q(:, :, :)
    if (associated(q)) then
      array = laid(what, name, c_loc(q), 4, shape(q), lbound(q), is_contiguous(q))
    else
      array = laid(what, name, c_null_ptr, 4, [integer ::], [integer ::], .true.)
    end if
  end function
  type(array_t) function kept_single_4(what, name, q) result(array)
    character(*), intent(in) :: what, name
    real(c_float), intent(in), pointer :: q(:, :, :, :)
    if (associated(q)) then
      array = laid(what, name, c_loc(q), 4, shape(q), lbound(q), is_contiguous(q))
    else
      array = laid(what, name, c_null_ptr, 4, [integer ::], [integer ::], .true.)
    end if
  end function
  type(array_t) function kept_single_5(what, name, q) result(array)
    character(*), intent(in) :: what, name
    real(c_float), intent(in), pointer :: q(:, :, :, :, :)
    if (associated(q)) then
      array = laid(what, name, c_loc(q), 4, shape(q), lbound(q), is_contiguous(q))
    else
      array = laid(what, name, c_null_ptr, 4, [integer ::], [integer ::], .true.)
    end if
  end function
  type(array_t) function laid(what, name, address, bytes, extents, lower, whole) result(array)
    character(*), intent(in) :: what, name
    type(c_ptr), intent(in) :: address
    integer, intent(in) :: bytes, extents(:), lower(:)
    logical, intent(in) :: whole
    array%address = address
    array%bytes = bytes
    array%rank = size(extents)
    array%extents(:array%rank) = extents
    array%lower(:array%rank) = lower
    array%code = lent(what, name, address, product(extents), whole)
  end function

  integer(c_int) function plan_array(self, role, name, array, var, interior, scale, offset, order) result(code)
    class(plan_t), intent(in) :: self
    integer(c_int), intent(in) :: role
    character(*), intent(in) :: name
    type(array_t), intent(in) :: array
    integer, intent(in) :: var
    integer, intent(in), optional :: interior(6)
    real(c_double), intent(in), optional :: scale, offset
    character(*), intent(in), optional :: order
    integer(c_int), target :: bounds(6), lower(5)
    real(c_double), target :: factor, shift
    character(:), allocatable :: dimensions
    type(c_ptr) :: where, factors, shifts
    where = c_null_ptr
    factors = c_null_ptr
    shifts = c_null_ptr
    if (present(interior)) then
      bounds = narrow(interior)
      where = c_loc(bounds)
    end if
    if (present(scale)) then
      factor = scale
      factors = c_loc(factor)
    end if
    if (present(offset)) then
      shift = offset
      shifts = c_loc(shift)
    end if
    dimensions = ''
    if (present(order)) dimensions = order
    lower = narrow(array%lower)
    code = array%code
    if (code == DRAWBRIDGE_OK) code = c_plan_array_declared(self%handle, role, name, int(len(name), c_int), array%address, &
        int(array%bytes, c_int), int(array%rank, c_int), narrow(array%extents), where, narrow(var), dimensions, &
        int(len(dimensions), c_int), factors, shifts, c_loc(lower))
  end function

  ! An array as it was given. One of two dimensions has one layer in z, and i, j in this order.
  type(declared_t) function declared(what, extents, interior, order, lbound) result(array)
    character(*), intent(in) :: what
    integer, intent(in) :: extents(:)
    integer, intent(in), optional :: interior(6), lbound(:)
    character(*), intent(in), optional :: order
    integer :: rank, bounds
    rank = size(extents)
    array%rank = max(rank, 3)
    array%extents(:rank) = narrow(extents)
    array%order = ''
    if (present(order)) array%order = order
    if (rank == 2 .and. array%order /= '') array%code = refuse(what// &
        ': order= is given for an array of two dimensions, which are i,j; leave it out', DRAWBRIDGE_ARGUMENT)
    array%whole = .not. present(interior)
    if (present(interior)) array%interior = narrow(interior)
    if (.not. present(lbound)) return
    array%bounds = narrow(size(lbound)) ! another number than the rank is refused before it is used
    bounds = min(size(lbound), size(array%lower))
    array%lower(:bounds) = narrow(lbound(:bounds))
    if (array%bounds == 0) array%code = refuse(what//': lbound has no numbers, one for each dimension expected', DRAWBRIDGE_SHAPE)
    if (rank == 2 .and. size(lbound) /= 2) array%code = &
        refuse(what//': lbound has other than 2 numbers, and the array two dimensions; one for each is expected', DRAWBRIDGE_SHAPE)
    if (rank == 2 .and. array%bounds == 2) array%bounds = 3
  end function

  ! The address of its interior, or null for all of it.
  type(c_ptr) function bounds_of(array)
    type(declared_t), intent(in), target :: array
    bounds_of = c_null_ptr
    if (.not. array%whole) bounds_of = c_loc(array%interior)
  end function

  ! The address of its lower bounds, or null where all are 1.
  type(c_ptr) function lower_of(array)
    type(declared_t), intent(in), target :: array
    lower_of = c_null_ptr
    if (array%bounds > 0) lower_of = c_loc(array%lower)
  end function

  ! 6b. Pinned arrays (pin and unpin themselves stand with the procedures of frame_t)

  integer(c_int) function pin_array(self, array) result(code)
    class(frame_t), intent(in) :: self
    type(array_t), intent(in) :: array
    code = with_frame(self, 'pin')
    if (code == DRAWBRIDGE_OK) code = array%code
    if (code == DRAWBRIDGE_OK) code = c_pin(array%address, narrow(array%extents(:4)))
  end function

  integer(c_int) function unpin_array(self, address, elements, whole) result(code)
    class(frame_t), intent(in) :: self
    type(c_ptr), intent(in) :: address
    integer, intent(in) :: elements
    logical, intent(in) :: whole
    code = with_frame(self, 'unpin')
    if (code == DRAWBRIDGE_OK) code = lent('unpin', '', address, elements, whole)
    if (code == DRAWBRIDGE_OK) code = c_unpin(address)
  end function

  ! 7. Report

  ! Writes time, bytes and rate per kernel and per copy so far to a unit (default: standard output). Where
  ! initialize was given comm, every rank calls it and rank 0 writes for all, with min, mean and max.
  subroutine frame_report(self, unit, stat, errmsg)
    class(frame_t), intent(in) :: self
    integer, intent(in), optional :: unit
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(:), allocatable :: text
    integer(c_int) :: code, length
    integer :: to, status
    to = output_unit
    status = 0
    length = 0
    if (present(unit)) to = unit
    allocate (character(0) :: text)
    code = c_report_text(text, 0_c_int, length)
    if (code == DRAWBRIDGE_OK .and. length > 0) then
      deallocate (text)
      allocate (character(length) :: text)
      code = c_report_text(text, length, length)
      if (self%max_block > 0 .and. code == DRAWBRIDGE_OK) write (to, '(a)', advance='no', iostat=status) text
      if (status /= 0) code = refuse('report: the unit cannot be written to', DRAWBRIDGE_FILE)
    end if
    call settle(code, stat, errmsg)
  end subroutine

  ! 8. Snapshots

  ! Begins an HDF5 file (VTKHDF ImageData) under a temporary name: cells [nx,ny,nz], origin and spacing
  ! in m, time in s. The file gets its own name at close. With comm all ranks write one file (docs/mpi.md): cells is
  ! the whole grid, box = [x1,x2, y1,y2, z1,z2] the part of this rank, counted from 1. A rank with several blocks passes
  ! boxes(6,n) instead. create, write, note, close and abandon are then collective. deflate = 1 (fast)
  ! to 9 (small) keeps the fields in compressed chunks; not with comm.
  subroutine snapshot_create(self, path, cells, origin, spacing, time, step, case_name, stat, errmsg, comm, box, deflate, boxes)
    class(snapshot_t), intent(inout) :: self
    character(*), intent(in) :: path
    integer, intent(in) :: cells(3)
    real(c_double), intent(in) :: origin(3), spacing(3), time
    integer, intent(in) :: step
    character(*), intent(in), optional :: case_name
    integer, intent(in), optional :: comm, box(6), deflate, boxes(:, :)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(:), allocatable :: label
    integer(c_int) :: level, code
    integer(c_int), target :: communicator
    integer(c_int), allocatable, target :: bounds(:, :)
    integer :: mine
    type(c_ptr) :: with, where
    code = DRAWBRIDGE_OK                                    ! with comm, the library tells the other ranks of a refusal
    if (self%handle /= 0) code = refuse('snapshot create '//trim(path)// &
        ': the former snapshot of this variable is still open; close or abandon it', DRAWBRIDGE_ORDER)
    if (present(box) .and. present(boxes)) code = refuse('snapshot create '//trim(path)// &
        ': box= and boxes= are both given; one is expected', DRAWBRIDGE_ARGUMENT)
    label = ''
    if (present(case_name)) label = case_name
    level = 0
    if (present(deflate)) level = narrow(deflate)
    with = c_null_ptr
    where = c_null_ptr
    if (present(comm)) then
      communicator = int(comm, c_int)
      with = c_loc(communicator)
    end if
    allocate(bounds(6, 1), source=0_c_int)
    mine = 1
    if (present(box)) bounds(:, 1) = narrow(box)
    if (present(boxes)) then
      mine = 0                                              ! of a wrong shape: refused below, on all ranks
      if (size(boxes, 1) == 6) mine = size(boxes, 2)
      if (mine > 0) bounds = narrow(boxes)
    end if
    if (present(box) .or. present(boxes)) where = c_loc(bounds)
    call settle(c_snapshot_create(path, int(len(path), c_int), int(cells, c_int), origin, spacing, time, int(step, c_int), label, &
        int(len(label), c_int), with, where, int(mine, c_int), level, code, self%handle), stat, errmsg)
  end subroutine

  ! Procedures of snapshot_t that make generate writes from fortran/procedures.txt.

  ! Adds one field: the interior (default: all) of an array of rank 3, or of variable var of one of rank 4 or 5. A rank of
  ! several boxes calls once for each, in their order; their arrays must stay until the last call, which tells what was wrong.
  ! order says what the dimensions are, as 'var,i,j,k'. interior counts from lbound, or from 1.
  subroutine snapshot_write_3(self, name, q, unit, interior, stat, errmsg, order, lbound)
    class(snapshot_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in), target :: q(:, :, :)
    character(*), intent(in), optional :: unit
    integer, intent(in), optional :: interior(6)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(*), intent(in), optional :: order
    integer, intent(in), optional :: lbound(:)
    call settle(snapshot_field(self, name, c_loc(q), shape(q), is_contiguous(q), 1, unit, interior, order, lbound), &
        stat, errmsg)
  end subroutine
  subroutine snapshot_write_4(self, name, q, var, unit, interior, stat, errmsg, order, lbound)
    class(snapshot_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in), target :: q(:, :, :, :)
    integer, intent(in) :: var
    character(*), intent(in), optional :: unit
    integer, intent(in), optional :: interior(6)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(*), intent(in), optional :: order
    integer, intent(in), optional :: lbound(:)
    call settle(snapshot_field(self, name, c_loc(q), shape(q), is_contiguous(q), var, unit, interior, order, lbound), &
        stat, errmsg)
  end subroutine
  subroutine snapshot_write_5(self, name, q, var, unit, interior, stat, errmsg, order, lbound)
    class(snapshot_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in), target :: q(:, :, :, :, :)
    integer, intent(in) :: var
    character(*), intent(in), optional :: unit
    integer, intent(in), optional :: interior(6)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(*), intent(in), optional :: order
    integer, intent(in), optional :: lbound(:)
    call settle(snapshot_field(self, name, c_loc(q), shape(q), is_contiguous(q), var, unit, interior, order, lbound), &
        stat, errmsg)
  end subroutine

  ! Reads a box of cells into the interior (default: all) of an array of rank 3, or of variable var of one of rank 4 or 5.
  ! first: the first cell of the box in the whole grid (default: 1, 1, 1). The halo does not change. order and lbound: as of write.
  subroutine snapshot_read_3(self, name, q, interior, first, stat, errmsg, order, lbound)
    class(snapshot_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(inout), target :: q(:, :, :)
    integer, intent(in), optional :: interior(6), first(3)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(*), intent(in), optional :: order
    integer, intent(in), optional :: lbound(:)
    call settle(snapshot_box(self, name, c_loc(q), shape(q), is_contiguous(q), 1, interior, first, order, lbound), &
        stat, errmsg)
  end subroutine
  subroutine snapshot_read_4(self, name, q, var, interior, first, stat, errmsg, order, lbound)
    class(snapshot_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(inout), target :: q(:, :, :, :)
    integer, intent(in) :: var
    integer, intent(in), optional :: interior(6), first(3)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(*), intent(in), optional :: order
    integer, intent(in), optional :: lbound(:)
    call settle(snapshot_box(self, name, c_loc(q), shape(q), is_contiguous(q), var, interior, first, order, lbound), &
        stat, errmsg)
  end subroutine
  subroutine snapshot_read_5(self, name, q, var, interior, first, stat, errmsg, order, lbound)
    class(snapshot_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(inout), target :: q(:, :, :, :, :)
    integer, intent(in) :: var
    integer, intent(in), optional :: interior(6), first(3)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(*), intent(in), optional :: order
    integer, intent(in), optional :: lbound(:)
    call settle(snapshot_box(self, name, c_loc(q), shape(q), is_contiguous(q), var, interior, first, order, lbound), &
        stat, errmsg)
  end subroutine

  ! Completes the file and gives it its name; an older file of that name is replaced only now. One that was
  ! opened to read is closed.
  subroutine snapshot_close(self, stat, errmsg)
    class(snapshot_t), intent(inout) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call settle(c_snapshot_close(self%handle), stat, errmsg)
    self%handle = 0
  end subroutine

  ! End of those of snapshot_t.

  ! What is wrong with the array itself goes to the library too, which tells the other ranks of the call.
  integer(c_int) function snapshot_field(self, name, address, extents, whole, var, unit, interior, order, lbound) result(code)
    class(snapshot_t), intent(in) :: self
    character(*), intent(in) :: name
    type(c_ptr), intent(in) :: address
    integer, intent(in) :: extents(:), var
    logical, intent(in) :: whole
    character(*), intent(in), optional :: unit, order
    integer, intent(in), optional :: interior(6), lbound(:)
    type(declared_t), target :: array
    character(:), allocatable :: label
    integer(c_int) :: refused
    array = declared('snapshot field '//name, extents, interior, order, lbound)
    refused = lent('snapshot field', name, address, minval(extents), whole)
    if (refused == DRAWBRIDGE_OK) refused = array%code
    label = '1'
    if (present(unit)) label = unit
    code = c_snapshot_field_declared(self%handle, name, int(len(name), c_int), label, int(len(label), c_int), address, &
        array%rank, array%extents, bounds_of(array), narrow(var), array%order, int(len(array%order), c_int), array%bounds, &
        lower_of(array), refused)
  end function

  ! How the run was cut: bounds(:,r) = x1 x2 y1 y2 z1 z2 of MPI rank r-1, cells of the whole grid from 1.
  ! A comparison then names the rank in whose block a difference lies. Where a rank has several blocks
  ! or none, owners(r) is the rank (from 0) of block r.
  subroutine snapshot_blocks(self, bounds, stat, errmsg, owners)
    class(snapshot_t), intent(in) :: self
    integer, intent(in) :: bounds(:, :)
    integer, intent(in), optional :: owners(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int), allocatable, target :: ranks(:)
    type(c_ptr) :: of
    integer(c_int) :: code
    of = c_null_ptr
    code = DRAWBRIDGE_OK
    if (present(owners)) then
      ranks = int(owners, c_int)
      if (size(ranks) > 0) of = c_loc(ranks)
      if (size(ranks) /= size(bounds, 2)) &
        code = refuse('snapshot blocks: owners must name one rank for each block of bounds', DRAWBRIDGE_SHAPE)
    end if
    if (size(bounds, 1) /= 6) code = refuse('snapshot blocks: bounds must have the shape (6, blocks)', DRAWBRIDGE_SHAPE)
    if (code == DRAWBRIDGE_OK) &
      code = c_snapshot_blocks(self%handle, int(size(bounds, 2), c_int), int(bounds, c_int), of)
    call settle(code, stat, errmsg)
  end subroutine

  ! Adds a text or a number to the file's attributes: options, versions, whatever names the run.
  subroutine snapshot_note_text(self, name, value, stat, errmsg)
    class(snapshot_t), intent(in) :: self
    character(*), intent(in) :: name, value
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call settle(c_snapshot_attribute(self%handle, name, int(len(name), c_int), value, int(len(value), c_int), &
        c_null_ptr), stat, errmsg)
  end subroutine
  subroutine snapshot_note_number(self, name, value, stat, errmsg)
    class(snapshot_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in), target :: value
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call settle(c_snapshot_attribute(self%handle, name, int(len(name), c_int), '', 0_c_int, c_loc(value)), stat, errmsg)
  end subroutine

  ! Opens a snapshot to restart from. Every rank opens the file and reads its own box, so the number of
  ! ranks is free; the numbers arrive bit for bit.
  subroutine snapshot_open(self, path, cells, origin, spacing, time, step, stat, errmsg)
    class(snapshot_t), intent(inout) :: self
    character(*), intent(in) :: path
    integer, intent(out), optional :: cells(3), step
    real(c_double), intent(out), optional :: origin(3), spacing(3), time
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int) :: code, extents(3), number
    real(c_double) :: corner(3), widths(3), moment
    extents = 0; corner = 0; widths = 0; moment = 0; number = 0
    code = c_snapshot_open(path, int(len(path), c_int), extents, corner, widths, moment, number, self%handle)
    if (present(cells)) cells = extents
    if (present(origin)) origin = corner
    if (present(spacing)) spacing = widths
    if (present(time)) time = moment
    if (present(step)) step = number
    call settle(code, stat, errmsg)
  end subroutine

  integer(c_int) function snapshot_box(self, name, address, extents, whole, var, interior, first, order, lbound) result(code)
    class(snapshot_t), intent(in) :: self
    character(*), intent(in) :: name
    type(c_ptr), intent(in) :: address
    integer, intent(in) :: extents(:), var
    logical, intent(in) :: whole
    integer, intent(in), optional :: interior(6), first(3), lbound(:)
    character(*), intent(in), optional :: order
    type(declared_t), target :: array
    integer(c_int) :: corner(3)
    corner = 1
    if (present(first)) corner = narrow(first)
    array = declared('snapshot field '//name, extents, interior, order, lbound)
    code = lent('snapshot field', name, address, minval(extents), whole)
    if (code == DRAWBRIDGE_OK) code = array%code
    if (code == DRAWBRIDGE_OK) code = c_snapshot_read_declared(self%handle, name, int(len(name), c_int), address, array%rank, &
        array%extents, bounds_of(array), narrow(var), array%order, int(len(array%order), c_int), array%bounds, &
        lower_of(array), corner)
  end function

  ! Removes the unfinished file; an older file of its name stays.
  subroutine snapshot_abandon(self, stat, errmsg)
    class(snapshot_t), intent(inout) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int) :: code
    code = DRAWBRIDGE_OK
    if (self%handle /= 0) code = c_snapshot_abandon(self%handle)   ! after a create that failed there is nothing to remove
    call settle(code, stat, errmsg)
    self%handle = 0
  end subroutine

  ! 9. About

  ! The release of the library that is loaded.
  function drawbridge_version() result(text)
    character(:), allocatable :: text
    character(32) :: buffer
    integer(c_int) :: code
    buffer = ''
    code = c_version(buffer, int(len(buffer), c_int))
    text = ''
    if (code == DRAWBRIDGE_OK) text = trim(buffer)
  end function

  ! 10. Fields

  ! A named field of zeros on the device: shape [nx,ny] or [nx,ny,nz], halo layers beyond every side (default 1),
  ! precision 'double' (default) or 'float', components as in q(:,:,:,1:components) (default 1). Where a call wants a
  ! field, 'Y(3)' is component 3 of field Y. A temporary field holds values only within a run of a sequence that writes
  ! it before it reads it: where one pass makes and uses them, they are not stored. first: where its first interior
  ! point is in the global grid, one number per extent (default: 1), for parities and for i, j, k in expressions.
  subroutine frame_create_field(self, name, shape, halo, precision, stat, errmsg, components, temporary, first)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: name
    integer, intent(in) :: shape(:)
    integer, intent(in), optional :: halo, components
    character(*), intent(in), optional :: precision
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical, intent(in), optional :: temporary
    integer, intent(in), optional :: first(:)
    character(:), allocatable :: word
    integer :: layers, width, n
    integer(c_int) :: place(4) ! more than 3 extents are refused
    logical :: passes
    integer(c_int) :: code
    layers = 1
    width = 1
    word = 'double'
    if (present(components)) width = components
    if (present(halo)) layers = halo
    if (present(precision)) word = precision
    passes = .false.
    if (present(temporary)) passes = temporary
    place = -huge(place) - 1                                ! none: the field is a whole grid
    n = size(shape)
    if (present(first)) n = size(first)
    if (present(first)) place(1:min(4, n)) = narrow(first(1:min(4, n)))
    code = with_frame(self, 'create_field')
    if (code == DRAWBRIDGE_OK .and. n /= size(shape)) &
        code = refuse('create_field '//name//': first must have as many numbers as shape', DRAWBRIDGE_SHAPE)
    if (code == DRAWBRIDGE_OK) code = c_field_create(name, int(len(name), c_int), narrow(shape), int(size(shape), c_int), &
        narrow(layers), word, int(len(word), c_int), narrow(width), place)
    if (code == DRAWBRIDGE_OK .and. passes) code = c_field_temporary(name, int(len(name), c_int))
    call settle(code, stat, errmsg)
  end subroutine

  ! One number of the interior, or of a part of it as apply takes it: what is 'sum', 'min', 'max', 'norm1', 'norm2',
  ! 'norm_inf' or 'dot' (with other=). A NaN there gives NaN. Sums are rounded once, at their end: the answer is the same
  ! for any number of threads and on any device. Of a field on a domain it is the number of all ranks, for any division.
  subroutine frame_reduce(self, what, name, value, other, stat, errmsg, region, core, rim)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: what, name
    real(c_double), intent(inout) :: value
    character(*), intent(in), optional :: other
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer, intent(in), optional :: region(:), core, rim
    character(:), allocatable :: second, words
    integer(c_int) :: code
    second = ''
    if (present(other)) second = other
    words = trim(what)//within(region, core, rim)
    code = with_frame(self, 'reduce')
    if (code == DRAWBRIDGE_OK) code = c_field_reduce(words, int(len(words), c_int), name, int(len(name), c_int), &
        second, int(len(second), c_int), value)
    call settle(code, stat, errmsg)
  end subroutine

  ! Procedures of frame_t that make generate writes from fortran/procedures.txt.

  ! Loads a kernel set, as 'libmine.so': your routines, translated by drawbridge port. properties then runs
  ! them by their names on fields, and plans run them on arrays (docs/first_routine.md).
  subroutine frame_load_kernels(self, path, stat, errmsg)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: path
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int) :: code
    code = with_frame(self, 'load_kernels')
    if (code == DRAWBRIDGE_OK) code = c_load_kernels(path, int(len(path), c_int))
    call settle(code, stat, errmsg)
  end subroutine

  ! Array q stays where it is until unpin or finalize: on a GPU the copy engines then lift its rows without
  ! packing. It must not be deallocated, moved or swapped before unpin (docs/transfers.md).
  subroutine frame_pin_3(self, q, stat, errmsg)
    class(frame_t), intent(in) :: self
    real(c_double), intent(in), pointer :: q(:, :, :)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call settle(pin_array(self, kept('pin', '', q)), stat, errmsg)
  end subroutine
  subroutine frame_pin_4(self, q, stat, errmsg)
    class(frame_t), intent(in) :: self
    real(c_double), intent(in), pointer :: q(:, :, :, :)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call settle(pin_array(self, kept('pin', '', q)), stat, errmsg)
  end subroutine

  ! Ends what pin began.
  subroutine frame_unpin_3(self, q, stat, errmsg)
    class(frame_t), intent(in) :: self
    real(c_double), intent(in), target :: q(:, :, :)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call settle(unpin_array(self, c_loc(q), size(q), is_contiguous(q)), stat, errmsg)
  end subroutine
  subroutine frame_unpin_4(self, q, stat, errmsg)
    class(frame_t), intent(in) :: self
    real(c_double), intent(in), target :: q(:, :, :, :)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call settle(unpin_array(self, c_loc(q), size(q), is_contiguous(q)), stat, errmsg)
  end subroutine

  ! Waits for all lists that run(wait=.false.) has started, and reports what went wrong in them.
  subroutine frame_wait(self, stat, errmsg)
    class(frame_t), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int) :: code
    code = with_frame(self, 'wait')
    if (code == DRAWBRIDGE_OK) code = c_wait()
    call settle(code, stat, errmsg)
  end subroutine

  ! Frees a field.
  subroutine frame_destroy_field(self, name, stat, errmsg)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: name
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int) :: code
    code = with_frame(self, 'destroy_field')
    if (code == DRAWBRIDGE_OK) code = c_field_destroy(name, int(len(name), c_int))
    call settle(code, stat, errmsg)
  end subroutine

  ! Copies the interior [x1,x2, y1,y2, z1,z2] (default: all) of an array into a field, with so many layers of
  ! halo around it (default: none). real(8) for a double field, real(4) for a float one; var= of an array of rank 4 or 5.
  ! first: the array is a part of the field which begins at this point, counted from 1 (on a domain: in the global grid).
  ! order says what the dimensions are, as 'var,i,j,k'. interior counts from lbound, or from 1.
  subroutine frame_upload_2(self, name, q, interior, layers, stat, errmsg, first, order, lbound)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in), target :: q(:, :)
    integer, intent(in), optional :: interior(6), layers
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer, intent(in), optional :: first(3)
    character(*), intent(in), optional :: order
    integer, intent(in), optional :: lbound(:)
    call copy_field(self, .false., name, c_loc(q), is_contiguous(q), storage_size(q)/8, shape(q), 1, interior, &
        layers, stat, errmsg, first, order, lbound)
  end subroutine
  subroutine frame_upload_3(self, name, q, interior, layers, stat, errmsg, first, order, lbound)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in), target :: q(:, :, :)
    integer, intent(in), optional :: interior(6), layers
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer, intent(in), optional :: first(3)
    character(*), intent(in), optional :: order
    integer, intent(in), optional :: lbound(:)
    call copy_field(self, .false., name, c_loc(q), is_contiguous(q), storage_size(q)/8, shape(q), 1, interior, &
        layers, stat, errmsg, first, order, lbound)
  end subroutine
  subroutine frame_upload_4(self, name, q, var, interior, layers, stat, errmsg, first, order, lbound)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in), target :: q(:, :, :, :)
    integer, intent(in) :: var
    integer, intent(in), optional :: interior(6), layers
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer, intent(in), optional :: first(3)
    character(*), intent(in), optional :: order
    integer, intent(in), optional :: lbound(:)
    call copy_field(self, .false., name, c_loc(q), is_contiguous(q), storage_size(q)/8, shape(q), var, interior, &
        layers, stat, errmsg, first, order, lbound)
  end subroutine
  subroutine frame_upload_5(self, name, q, var, interior, layers, stat, errmsg, first, order, lbound)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in), target :: q(:, :, :, :, :)
    integer, intent(in) :: var
    integer, intent(in), optional :: interior(6), layers
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer, intent(in), optional :: first(3)
    character(*), intent(in), optional :: order
    integer, intent(in), optional :: lbound(:)
    call copy_field(self, .false., name, c_loc(q), is_contiguous(q), storage_size(q)/8, shape(q), var, interior, &
        layers, stat, errmsg, first, order, lbound)
  end subroutine
  subroutine frame_upload_2_real4(self, name, q, interior, layers, stat, errmsg, first, order, lbound)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_float), intent(in), target :: q(:, :)
    integer, intent(in), optional :: interior(6), layers
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer, intent(in), optional :: first(3)
    character(*), intent(in), optional :: order
    integer, intent(in), optional :: lbound(:)
    call copy_field(self, .false., name, c_loc(q), is_contiguous(q), storage_size(q)/8, shape(q), 1, interior, &
        layers, stat, errmsg, first, order, lbound)
  end subroutine
  subroutine frame_upload_3_real4(self, name, q, interior, layers, stat, errmsg, first, order, lbound)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_float), intent(in), target :: q(:, :, :)
    integer, intent(in), optional :: interior(6), layers
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer, intent(in), optional :: first(3)
    character(*), intent(in), optional :: order
    integer, intent(in), optional :: lbound(:)
    call copy_field(self, .false., name, c_loc(q), is_contiguous(q), storage_size(q)/8, shape(q), 1, interior, &
        layers, stat, errmsg, first, order, lbound)
  end subroutine
  subroutine frame_upload_4_real4(self, name, q, var, interior, layers, stat, errmsg, first, order, lbound)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_float), intent(in), target :: q(:, :, :, :)
    integer, intent(in) :: var
    integer, intent(in), optional :: interior(6), layers
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer, intent(in), optional :: first(3)
    character(*), intent(in), optional :: order
    integer, intent(in), optional :: lbound(:)
    call copy_field(self, .false., name, c_loc(q), is_contiguous(q), storage_size(q)/8, shape(q), var, interior, &
        layers, stat, errmsg, first, order, lbound)
  end subroutine
  subroutine frame_upload_5_real4(self, name, q, var, interior, layers, stat, errmsg, first, order, lbound)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_float), intent(in), target :: q(:, :, :, :, :)
    integer, intent(in) :: var
    integer, intent(in), optional :: interior(6), layers
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer, intent(in), optional :: first(3)
    character(*), intent(in), optional :: order
    integer, intent(in), optional :: lbound(:)
    call copy_field(self, .false., name, c_loc(q), is_contiguous(q), storage_size(q)/8, shape(q), var, interior, &
        layers, stat, errmsg, first, order, lbound)
  end subroutine

  ! Copies a field into an array, as upload does the other way; what lies beyond stays as it is.
  subroutine frame_download_2(self, name, q, interior, layers, stat, errmsg, first, order, lbound)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(inout), target :: q(:, :)
    integer, intent(in), optional :: interior(6), layers
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer, intent(in), optional :: first(3)
    character(*), intent(in), optional :: order
    integer, intent(in), optional :: lbound(:)
    call copy_field(self, .true., name, c_loc(q), is_contiguous(q), storage_size(q)/8, shape(q), 1, interior, layers, &
        stat, errmsg, first, order, lbound)
  end subroutine
  subroutine frame_download_3(self, name, q, interior, layers, stat, errmsg, first, order, lbound)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(inout), target :: q(:, :, :)
    integer, intent(in), optional :: interior(6), layers
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer, intent(in), optional :: first(3)
    character(*), intent(in), optional :: order
    integer, intent(in), optional :: lbound(:)
    call copy_field(self, .true., name, c_loc(q), is_contiguous(q), storage_size(q)/8, shape(q), 1, interior, layers, &
        stat, errmsg, first, order, lbound)
  end subroutine
  subroutine frame_download_4(self, name, q, var, interior, layers, stat, errmsg, first, order, lbound)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(inout), target :: q(:, :, :, :)
    integer, intent(in) :: var
    integer, intent(in), optional :: interior(6), layers
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer, intent(in), optional :: first(3)
    character(*), intent(in), optional :: order
    integer, intent(in), optional :: lbound(:)
    call copy_field(self, .true., name, c_loc(q), is_contiguous(q), storage_size(q)/8, shape(q), var, interior, &
        layers, stat, errmsg, first, order, lbound)
  end subroutine
  subroutine frame_download_5(self, name, q, var, interior, layers, stat, errmsg, first, order, lbound)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(inout), target :: q(:, :, :, :, :)
    integer, intent(in) :: var
    integer, intent(in), optional :: interior(6), layers
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer, intent(in), optional :: first(3)
    character(*), intent(in), optional :: order
    integer, intent(in), optional :: lbound(:)
    call copy_field(self, .true., name, c_loc(q), is_contiguous(q), storage_size(q)/8, shape(q), var, interior, &
        layers, stat, errmsg, first, order, lbound)
  end subroutine
  subroutine frame_download_2_real4(self, name, q, interior, layers, stat, errmsg, first, order, lbound)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_float), intent(inout), target :: q(:, :)
    integer, intent(in), optional :: interior(6), layers
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer, intent(in), optional :: first(3)
    character(*), intent(in), optional :: order
    integer, intent(in), optional :: lbound(:)
    call copy_field(self, .true., name, c_loc(q), is_contiguous(q), storage_size(q)/8, shape(q), 1, interior, layers, &
        stat, errmsg, first, order, lbound)
  end subroutine
  subroutine frame_download_3_real4(self, name, q, interior, layers, stat, errmsg, first, order, lbound)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_float), intent(inout), target :: q(:, :, :)
    integer, intent(in), optional :: interior(6), layers
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer, intent(in), optional :: first(3)
    character(*), intent(in), optional :: order
    integer, intent(in), optional :: lbound(:)
    call copy_field(self, .true., name, c_loc(q), is_contiguous(q), storage_size(q)/8, shape(q), 1, interior, layers, &
        stat, errmsg, first, order, lbound)
  end subroutine
  subroutine frame_download_4_real4(self, name, q, var, interior, layers, stat, errmsg, first, order, lbound)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_float), intent(inout), target :: q(:, :, :, :)
    integer, intent(in) :: var
    integer, intent(in), optional :: interior(6), layers
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer, intent(in), optional :: first(3)
    character(*), intent(in), optional :: order
    integer, intent(in), optional :: lbound(:)
    call copy_field(self, .true., name, c_loc(q), is_contiguous(q), storage_size(q)/8, shape(q), var, interior, &
        layers, stat, errmsg, first, order, lbound)
  end subroutine
  subroutine frame_download_5_real4(self, name, q, var, interior, layers, stat, errmsg, first, order, lbound)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_float), intent(inout), target :: q(:, :, :, :, :)
    integer, intent(in) :: var
    integer, intent(in), optional :: interior(6), layers
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer, intent(in), optional :: first(3)
    character(*), intent(in), optional :: order
    integer, intent(in), optional :: lbound(:)
    call copy_field(self, .true., name, c_loc(q), is_contiguous(q), storage_size(q)/8, shape(q), var, interior, &
        layers, stat, errmsg, first, order, lbound)
  end subroutine

  ! End of those of frame_t.

  ! Copies a field to or from variable var of an array of these extents, its numbers of 4 or 8 bytes each.
  subroutine copy_field(self, to_host, name, address, whole, bytes, extents, var, interior, layers, stat, errmsg, first, order, &
      lbound)
    class(frame_t), intent(in) :: self
    logical, intent(in) :: to_host, whole
    character(*), intent(in) :: name
    type(c_ptr), intent(in) :: address
    integer, intent(in) :: bytes, extents(:), var
    integer, intent(in), optional :: interior(6), layers, first(3), lbound(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(*), intent(in), optional :: order
    type(declared_t), target :: array
    integer(c_int), target :: place(3)
    character(:), allocatable :: call_name
    type(c_ptr) :: part
    integer(c_int) :: code, around
    around = 0
    if (present(layers)) around = narrow(layers)
    part = c_null_ptr
    if (present(first)) then
      place = narrow(first)
      part = c_loc(place)
    end if
    call_name = trim(merge('download', 'upload  ', to_host))
    code = with_frame(self, call_name)
    if (code == DRAWBRIDGE_OK) code = lent(call_name, name, address, minval(extents), whole)
    if (code == DRAWBRIDGE_OK) then
      array = declared(call_name//' '//name, extents, interior, order, lbound)
      code = array%code
    end if
    if (code == DRAWBRIDGE_OK) code = c_field_copy_declared(name, int(len(name), c_int), merge(1_c_int, 0_c_int, to_host), &
        address, int(bytes, c_int), array%rank, array%extents, bounds_of(array), narrow(var), array%order, &
        int(len(array%order), c_int), array%bounds, lower_of(array), around, part)
    call settle(code, stat, errmsg)
  end subroutine

  ! Adds values(n) to the field at interior points (3,n), counted from 1 (2-D: the third is 1): sources. Of a field on a
  ! domain the points are those of the global grid, and all ranks call with the same.
  subroutine frame_add_at(self, name, points, values, stat, errmsg)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: name
    integer, intent(in) :: points(:, :)
    real(c_double), intent(in) :: values(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    real(c_double), allocatable :: copies(:) ! on the heap, whatever the compiler's options
    allocate (copies(size(values)), source=values)
    call settle(field_points(self, name, 0_c_int, points, copies), stat, errmsg)
  end subroutine

  ! Reads the field at interior points (3,n), counted from 1: receivers. Of a field on a domain the points are those of
  ! the global grid, all ranks call with the same, and each gets all values.
  subroutine frame_sample(self, name, points, values, stat, errmsg)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: name
    integer, intent(in) :: points(:, :)
    real(c_double), intent(inout) :: values(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    real(c_double), allocatable :: copies(:)
    allocate (copies(size(values)), source=values)
    call settle(field_points(self, name, 1_c_int, points, copies), stat, errmsg)
    values = copies
  end subroutine

  integer(c_int) function field_points(self, name, read, points, values) result(code)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: name
    integer(c_int), intent(in) :: read
    integer, intent(in) :: points(:, :)
    real(c_double), intent(inout) :: values(:)
    integer(c_int), allocatable :: places(:, :)
    integer :: n
    code = with_frame(self, merge('sample', 'add_at', read == 1))
    if (code /= DRAWBRIDGE_OK) return
    n = -1                                                  ! of a wrong shape: refused below, on all ranks
    if (size(points, 1) == 3 .and. size(points, 2) == size(values)) n = size(values)
    allocate (places(3, max(n, 0)))
    if (n > 0) places = narrow(points)
    code = c_field_points(name, int(len(name), c_int), read, places, narrow(n), values)
  end function

  ! Solves laplacian(u) = f on a grid of cells by V-cycles of red-black Gauss-Seidel. u is first guess and answer.
  ! boundary 'dirichlet' (0 on the faces, default), 'neumann' or 'periodic'; until norm2(f - laplacian(u)) is at most
  ! tolerance (1e-10) norm2(f), or max_cycles (50) are made, which is a failure. cycles: those made, or -1 where the call is
  ! refused; history(1:): relative residual of the first guess and after each cycle, as many as fit.
  subroutine frame_poisson(self, u, f, spacing, boundary, tolerance, max_cycles, cycles, history, stat, errmsg)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: u, f
    real(c_double), intent(in) :: spacing(:)
    character(*), intent(in), optional :: boundary
    real(c_double), intent(in), optional :: tolerance
    integer, intent(in), optional :: max_cycles
    integer, intent(out), optional :: cycles
    real(c_double), intent(inout), optional :: history(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    real(c_double), allocatable :: residuals(:)
    character(:), allocatable :: word
    real(c_double) :: small
    integer(c_int), parameter :: most_cycles = 1048576
    integer(c_int) :: most, made, code
    word = 'dirichlet'
    small = 1e-10_c_double
    most = 50
    if (present(boundary)) word = boundary
    if (present(tolerance)) small = tolerance
    if (present(max_cycles)) most = narrow(max_cycles)
    allocate (residuals(merge(most, 0_c_int, most >= 0 .and. most <= most_cycles) + 1), source=0.0_c_double) ! others are refused
    made = -1
    code = with_frame(self, 'poisson')
    if (code == DRAWBRIDGE_OK) code = c_poisson(u, int(len(u), c_int), f, int(len(f), c_int), spacing, int(size(spacing), c_int), &
        word, int(len(word), c_int), small, most, made, residuals)
    if (present(cycles)) cycles = made
    if (present(history)) history(1:min(size(history), made + 1)) = residuals(1:min(size(history), made + 1))
    call settle(code, stat, errmsg)
  end subroutine

  ! Divides a global grid among the ranks of the communicator that initialize was given. Every rank calls it.
  ! periodic: for each axis (default: none). first, extents: this rank's box (default: Drawbridge divides the grid).
  ! comm: a Cartesian communicator that divides the grid, of as many axes (instead of the three). Nothing of it is kept.
  subroutine domain_create(self, frame, global, periodic, first, extents, stat, errmsg, comm)
    class(domain_t), intent(inout) :: self
    type(frame_t), intent(in) :: frame
    integer, intent(in) :: global(:)
    logical, intent(in), optional :: periodic(:)
    integer, intent(in), optional :: first(:), extents(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer, intent(in), optional :: comm
    integer(c_int), target :: begin(3), sizes(3), handle
    integer(c_int) :: code, wraps(3)
    type(c_ptr) :: box(2)
    integer :: dims
    dims = size(global)
    code = with_frame(frame, 'domain create')
    call periods(global, periodic, wraps, code)             ! the library tells the other ranks of a refusal
    box = c_null_ptr
    if (present(first)) call lend_box('first', first, dims, begin, box(1), code)
    if (present(extents)) call lend_box('extents', extents, dims, sizes, box(2), code)
    if (present(comm)) then
      if (code == DRAWBRIDGE_OK .and. (present(periodic) .or. present(first) .or. present(extents))) &
          code = refuse('domain: comm gives the periodic axes and the box: leave periodic, first and extents out', &
              DRAWBRIDGE_ARGUMENT)
      handle = int(comm, c_int)
      if (code == DRAWBRIDGE_OK) &
          code = c_domain_cartesian(c_loc(handle), narrow(global), int(dims, c_int), begin, sizes, wraps)
      box = [c_loc(begin), c_loc(sizes)]
    end if
    code = domain_made(self, global, wraps, 1, box, code)
    call settle(code, stat, errmsg)
  end subroutine

  ! The same where a rank has several boxes of the grid, its blocks: box b begins at first(:,b) and has extents(:,b).
  ! A field that create_field makes lies on all of them: u#1 on the first, u#2 on the second, and so on. Together they are u.
  subroutine domain_create_blocks(self, frame, global, periodic, first, extents, stat, errmsg)
    class(domain_t), intent(inout) :: self
    type(frame_t), intent(in) :: frame
    integer, intent(in) :: global(:)
    logical, intent(in), optional :: periodic(:)
    integer, intent(in) :: first(:, :), extents(:, :)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int), allocatable, target :: begin(:), sizes(:)
    integer(c_int) :: code, wraps(3)
    code = with_frame(frame, 'domain create')
    call periods(global, periodic, wraps, code)
    if (code == DRAWBRIDGE_OK) then
      if (size(first, 1) /= size(global) .or. any(shape(first) /= shape(extents)) .or. size(first) == 0) &
          code = refuse('domain: first and extents must have as many rows as global, and as many columns as this rank has boxes', &
              DRAWBRIDGE_SHAPE)
    end if
    if (code == DRAWBRIDGE_OK) then
      begin = narrow(reshape(first, [size(first)]))
      sizes = narrow(reshape(extents, [size(first)]))
      code = domain_made(self, global, wraps, size(first, 2), [c_loc(begin), c_loc(sizes)], code)
    else
      code = domain_made(self, global, wraps, 1, [c_null_ptr, c_null_ptr], code)
    end if
    call settle(code, stat, errmsg)
  end subroutine

  subroutine periods(global, periodic, wraps, code)
    integer, intent(in) :: global(:)
    logical, intent(in), optional :: periodic(:)
    integer(c_int), intent(out) :: wraps(3)
    integer(c_int), intent(inout) :: code
    wraps = 0
    if (.not. present(periodic)) return
    if (code == DRAWBRIDGE_OK .and. size(periodic) /= size(global)) &
        code = refuse('domain: periodic must have as many values as global', DRAWBRIDGE_SHAPE)
    wraps(1:min(3, size(periodic))) = merge(1, 0, periodic(1:min(3, size(periodic))))
  end subroutine

  ! Makes the domain of boxes whose numbers lie at two addresses, and keeps what the caller may ask. refused: what this rank was refused for.
  integer(c_int) function domain_made(self, global, wraps, blocks, box, refused) result(code)
    class(domain_t), intent(inout) :: self
    integer, intent(in) :: global(:), blocks
    integer(c_int), intent(in) :: wraps(3), refused
    type(c_ptr), intent(in) :: box(2)
    integer(c_int) :: made, ended, begin(3), sizes(3), beyond(6)
    integer :: dims
    dims = size(global)
    made = 0
    code = c_domain_create_blocks(narrow(global), wraps, int(dims, c_int), int(blocks, c_int), box(1), box(2), refused, made)
    if (code == DRAWBRIDGE_OK) code = c_domain_block(made, 1_c_int, begin, sizes, beyond)
    if (code /= DRAWBRIDGE_OK) return
    if (self%handle /= 0) ended = c_domain_destroy(self%handle) ! create is called again for this domain
    self%handle = made
    self%blocks = blocks
    self%first = begin(:dims)
    self%extents = sizes(:dims)
    self%neighbours = beyond
    call name_edges(self, dims)
    if (blocks > 1) self%edges = merge('edges', '     ', any(wraps(:dims) == 0))
  end function

  subroutine lend_box(name, values, dims, copy, address, code)
    character(*), intent(in) :: name
    integer, intent(in) :: values(:), dims
    integer(c_int), intent(out), target :: copy(3)
    type(c_ptr), intent(out) :: address
    integer(c_int), intent(inout) :: code
    if (code == DRAWBRIDGE_OK .and. size(values) /= dims) &
        code = refuse('domain: '//name//' must have as many values as global', DRAWBRIDGE_SHAPE)
    copy = 0
    copy(1:min(3, size(values))) = narrow(values(1:min(3, size(values))))
    address = c_loc(copy)
  end subroutine

  subroutine name_edges(self, dims)
    class(domain_t), intent(inout) :: self
    integer, intent(in) :: dims
    character(2), parameter :: faces(6) = ['x-', 'x+', 'y-', 'y+', 'z-', 'z+']
    integer :: i
    self%edges = ''
    do i = 1, 2*dims
      if (self%neighbours(i) < 0) self%edges = trim(adjustl(trim(self%edges)//' '//faces(i)))
    end do
  end subroutine

  ! Makes a field on this rank's box of the domain; arguments as of frame%create_field. A reduction of it is one of all
  ! ranks, and every rank calls it.
  subroutine domain_create_field(self, name, halo, precision, stat, errmsg, components, temporary)
    class(domain_t), intent(in) :: self
    character(*), intent(in) :: name
    integer, intent(in), optional :: halo, components
    character(*), intent(in), optional :: precision
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical, intent(in), optional :: temporary
    type(frame_t) :: frame
    character(len(name) + 4) :: mine
    integer(c_int) :: begin(3), sizes(3), beyond(6)
    integer :: code, unused, block, dims
    if (self%handle == 0) then
      call settle(refuse('create_field '//name//': this domain was not created; call create on it first', DRAWBRIDGE_ORDER), &
          stat, errmsg)
      return
    end if
    frame%max_block = 1 ! there is one: the domain was made with it
    dims = size(self%first)
    code = DRAWBRIDGE_OK
    do block = 1, self%blocks
      mine = name
      if (self%blocks > 1) write (mine, '(2a, i0)') name, '#', block
      code = c_domain_block(self%handle, int(block, c_int), begin, sizes, beyond)
      if (code == DRAWBRIDGE_OK) &
        call frame%create_field(trim(mine), int(sizes(:dims)), halo, precision, code, errmsg, components, temporary, &
                                int(begin(:dims)))
      if (code /= DRAWBRIDGE_OK) exit
      code = c_field_on_domain(mine, int(len_trim(mine), c_int), self%handle)
      if (code /= DRAWBRIDGE_OK) call frame%destroy_field(trim(mine), unused)
      if (code /= DRAWBRIDGE_OK) exit
    end do
    call settle(int(code, c_int), stat, errmsg)
  end subroutine

  ! Procedures of domain_t that make generate writes from fortran/procedures.txt.

  ! Frees the domain. Lists that exchange on it keep what they need.
  subroutine domain_destroy(self, stat, errmsg)
    class(domain_t), intent(inout) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call settle(c_domain_destroy(self%handle), stat, errmsg)
    self%handle = 0
  end subroutine

  ! End of those of domain_t.

  ! Appends an exchange of halos with the neighbours of this rank: names of fields, separated by blanks, that were created with the
  ! extents and first of the domain. layers: default all of each field's halo. Edges and corners are exchanged too.
  subroutine sequence_exchange(self, domain, fields, layers, stat, errmsg)
    class(sequence_t), intent(in) :: self
    type(domain_t), intent(in) :: domain
    character(*), intent(in) :: fields
    integer, intent(in), optional :: layers
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer :: some
    some = 0
    if (present(layers)) some = layers
    if (present(layers) .and. some < 1) some = -1 ! 0 would mean all
    call settle(c_sequence_exchange(self%handle, domain%handle, fields, int(len(fields), c_int), narrow(some)), stat, errmsg)
  end subroutine

  ! A list of operators that runs as one; the name is for messages.
  subroutine sequence_create(self, frame, name, stat, errmsg)
    class(sequence_t), intent(inout) :: self
    type(frame_t), intent(in) :: frame
    character(*), intent(in) :: name
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int) :: code, made, ended
    code = with_frame(frame, 'sequence create')
    if (code == DRAWBRIDGE_OK) then
      made = 0
      code = c_sequence_create(name, int(len(name), c_int), made)
      if (code == DRAWBRIDGE_OK) then
        if (self%handle /= 0) ended = c_sequence_destroy(self%handle) ! create is called again for this sequence
        self%handle = made
      end if
    end if
    call settle(code, stat, errmsg)
  end subroutine

  ! Appends an operator: names of the fields it reads and writes, separated by blanks, its coefficients, and options
  ! as 'name=value name=value' (docs/stencils.md). By default it works on all interior points. region: on a box
  ! [x1,x2, y1,y2, z1,z2] of them, counted from 1. core: on all but so many layers. rim: on these layers alone.
  subroutine sequence_apply(self, operator, reads, writes, numbers, options, stat, errmsg, region, core, rim)
    class(sequence_t), intent(in) :: self
    character(*), intent(in) :: operator, reads, writes
    real(c_double), intent(in), optional :: numbers(:)
    character(*), intent(in), optional :: options
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer, intent(in), optional :: region(:), core, rim
    real(c_double) :: copies(64)
    character(:), allocatable :: words
    integer :: n
    n = 0
    words = ''
    copies = 0
    if (present(numbers)) n = size(numbers)
    if (present(numbers)) copies(1:min(n, 64)) = numbers(1:min(n, 64))
    if (present(options)) words = options
    words = words//within(region, core, rim)
    call settle(c_sequence_apply(self%handle, operator, int(len(operator), c_int), reads, int(len(reads), c_int), writes, &
        int(len(writes), c_int), copies, int(n, c_int), words, int(len(words), c_int)), stat, errmsg)
  end subroutine

  ! The part of the interior, as an option of an operator: a box [x1,x2, y1,y2, z1,z2], all but so many layers, or these layers.
  function within(region, core, rim) result(words)
    integer, intent(in), optional :: region(:), core, rim
    character(:), allocatable :: words
    character(26) :: pair
    integer :: i
    words = ''
    if (present(region)) then
      words = ' region='
      do i = 1, size(region), 2
        write (pair, '(i0,a,i0)') region(i)
        if (i < size(region)) write (pair, '(i0,a,i0)') region(i), ':', region(i + 1)
        if (i > 1) words = words//'/'
        words = words//trim(pair)
      end do
    end if
    if (present(core)) write (pair, '(i0)') core
    if (present(core)) words = words//' region=core:'//trim(pair)
    if (present(rim)) write (pair, '(i0)') rim
    if (present(rim)) words = words//' region=rim:'//trim(pair)
  end function

  ! Appends a fill of halo layers (default: all of them). faces: 'x- x+ y- y+ z- z+', 'x', 'y', 'z', 'all'. kind:
  ! 'periodic', 'mirror', 'mirror_point', 'dirichlet', 'constant', 'neumann' or 'given' (docs/stencils.md). dirichlet,
  ! constant and neumann need value=, given needs a field by from=.
  subroutine sequence_fill(self, field, faces, kind, value, from, layers, stat, errmsg)
    class(sequence_t), intent(in) :: self
    character(*), intent(in) :: field, faces, kind
    real(c_double), intent(in), optional :: value
    character(*), intent(in), optional :: from
    integer, intent(in), optional :: layers
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(:), allocatable :: words, source
    character(12) :: digits
    integer :: i
    words = trim(adjustl(faces))
    do i = 1, len(words)
      if (words(i:i) == ' ') words(i:i) = '/'
    end do
    words = 'kind='//trim(kind)//' faces='//words
    if (present(layers)) then
      write (digits, '(i0)') layers
      words = words//' layers='//trim(digits)
    end if
    source = ''
    if (present(from)) source = from
    if (present(value)) then
      call self%apply('fill', source, field, [value], words, stat, errmsg)
    else
      call self%apply('fill', source, field, options=words, stat=stat, errmsg=errmsg)
    end if
  end subroutine

  ! Appends an exchange: each name stands for what the other was; nothing is copied.
  subroutine sequence_swap(self, a, b, stat, errmsg)
    class(sequence_t), intent(in) :: self
    character(*), intent(in) :: a, b
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call self%apply('swap', '', a//' '//b, stat=stat, errmsg=errmsg)
  end subroutine

  ! Appends an update of a field by an own expression of fields and named numbers at each point, such as
  ! pointwise('u_new', 'u + dt*(k*lap - u*v**2)', 'dt k', [dt, k]). Operators + - * / **, comparisons < <= > >= == !=, and, or,
  ! not, merge(a, b, condition), functions abs cos exp log max min sin sqrt tanh (docs/stencils.md). An error
  ! message gives the column.
  subroutine sequence_pointwise(self, field, expression, names, values, stat, errmsg, region, core, rim)
    class(sequence_t), intent(in) :: self
    character(*), intent(in) :: field, expression
    character(*), intent(in), optional :: names
    real(c_double), intent(in), optional :: values(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer, intent(in), optional :: region(:), core, rim
    character(:), allocatable :: words
    integer :: i
    words = ''
    if (present(names)) words = trim(adjustl(names))
    do i = 1, len(words)
      if (words(i:i) == ' ') words(i:i) = '/'
    end do
    if (len(words) > 0) words = 'names='//words
    call self%apply('pointwise', expression, field, values, words, stat, errmsg, region, core, rim)
  end subroutine

  ! The same at once, on its own.
  subroutine frame_pointwise(self, field, expression, names, values, stat, errmsg, region, core, rim)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: field, expression
    character(*), intent(in), optional :: names
    real(c_double), intent(in), optional :: values(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer, intent(in), optional :: region(:), core, rim
    type(sequence_t) :: once
    integer :: code
    call once%create(self, 'pointwise', code, errmsg)
    if (code == DRAWBRIDGE_OK) call once%pointwise(field, expression, names, values, code, errmsg, &
        region, core, rim)
    call run_once(once, code, stat, errmsg)
  end subroutine

  ! Appends a property collection on every interior point of fields, or on a part of them as apply takes it.
  ! reads and writes name views, each with its field, as
  ! properties('preosThermalProperties', 'T=temperature P=pressure Yi=Y', 'rho c=sound'). A name alone is both.
  ! Halos stay as they are. Fields are double, and have as many components as the view (docs/fields.md).
  subroutine sequence_properties(self, collection, reads, writes, stat, errmsg, region, core, rim)
    class(sequence_t), intent(in) :: self
    character(*), intent(in) :: collection, reads, writes
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer, intent(in), optional :: region(:), core, rim
    call self%apply('properties', reads, writes, options=collection, stat=stat, errmsg=errmsg, &
        region=region, core=core, rim=rim)
  end subroutine

  ! The same at once, on its own.
  subroutine frame_properties(self, collection, reads, writes, stat, errmsg, region, core, rim)
    class(frame_t), intent(in) :: self
    character(*), intent(in) :: collection, reads, writes
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer, intent(in), optional :: region(:), core, rim
    type(sequence_t) :: once
    integer :: code
    call once%create(self, 'properties', code, errmsg)
    if (code == DRAWBRIDGE_OK) call once%properties(collection, reads, writes, code, errmsg, region, core, rim)
    call run_once(once, code, stat, errmsg)
  end subroutine

  ! Appends a reduction: one number of the interior of a field, or dot of two, becomes the number `into`. Operators that come
  ! after it take the result where they name it, as in pointwise('x', 'x + alpha*p'); no host waits for it on a GPU.
  subroutine sequence_reduce(self, what, fields, into, stat, errmsg, region, core, rim)
    class(sequence_t), intent(in) :: self
    character(*), intent(in) :: what, fields, into
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer, intent(in), optional :: region(:), core, rim
    call self%apply('reduce', fields, into, options=trim(what), stat=stat, errmsg=errmsg, region=region, core=core, rim=rim)
  end subroutine

  ! Appends an expression of numbers that the list has computed before, as compute('alpha', 'rr/pq').
  subroutine sequence_compute(self, into, expression, stat, errmsg)
    class(sequence_t), intent(in) :: self
    character(*), intent(in) :: into, expression
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call self%apply('compute', expression, into, stat=stat, errmsg=errmsg)
  end subroutine

  ! Runs the list `times` times (default: once). With wait=.false. the call may return while a GPU still works on it: every later
  ! call but run and set waits first, and frame%wait does nothing else. What went wrong is the error of the call that waits.
  subroutine sequence_run(self, times, stat, errmsg, wait)
    class(sequence_t), intent(in) :: self
    integer, intent(in), optional :: times
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical, intent(in), optional :: wait
    integer :: chosen_times
    logical :: waits
    chosen_times = 1
    if (present(times)) chosen_times = times
    waits = .true.
    if (present(wait)) waits = wait
    if (waits) then
      call settle(c_sequence_run(self%handle, narrow(chosen_times)), stat, errmsg)
    else
      call settle(c_sequence_start(self%handle, narrow(chosen_times)), stat, errmsg)
    end if
  end subroutine

  ! Runs the list of a single call, unless code says that it could not be made, and destroys it.
  subroutine run_once(self, code, stat, errmsg)
    type(sequence_t), intent(inout) :: self
    integer, intent(inout) :: code
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer :: unused
    if (code == DRAWBRIDGE_OK) call self%run(stat=code, errmsg=errmsg)
    call settle(int(code, c_int), stat, errmsg)
    if (self%handle /= 0) call self%destroy(unused)
  end subroutine

  ! Procedures of sequence_t that make generate writes from fortran/procedures.txt.

  ! Gives a named number of the list's operators another value, from the next run on. Names are given by pointwise, or by
  ! the option names=a/b of apply. Refused: a name that no operator has.
  subroutine sequence_set(self, name, value, stat, errmsg)
    class(sequence_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in) :: value
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call settle(c_sequence_set(self%handle, name, int(len(name), c_int), value), stat, errmsg)
  end subroutine

  ! A number that reduce or compute has made, as it is after the last run.
  subroutine sequence_get(self, name, value, stat, errmsg)
    class(sequence_t), intent(in) :: self
    character(*), intent(in) :: name
    real(c_double), intent(inout) :: value
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call settle(c_sequence_get(self%handle, name, int(len(name), c_int), value), stat, errmsg)
  end subroutine

  ! Frees the list.
  subroutine sequence_destroy(self, stat, errmsg)
    class(sequence_t), intent(inout) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call settle(c_sequence_destroy(self%handle), stat, errmsg)
    self%handle = 0
  end subroutine

  ! End of those of sequence_t.

  ! Central weights c(-radius:radius), in 1/spacing**derivative, of the first or second derivative on points `spacing` apart;
  ! their error is of order 2 radius in the spacing (B. Fornberg, Math. Comp. 51, 699, 1988). All are NaN, which operators
  ! refuse, unless derivative is 1 or 2, radius at least 1 and spacing above 0.
  pure recursive function drawbridge_central(derivative, radius, spacing) result(c)
    integer, intent(in) :: derivative, radius
    real(c_double), intent(in) :: spacing
    real(c_double) :: c(-radius:radius), w
    integer :: k
    c = 0
    if (all(derivative /= [1, 2]) .or. radius < 1 .or. .not. spacing > 0) then ! which operators refuse
      c = ieee_value(c, ieee_quiet_nan)
      return
    end if
    w = 1 ! (radius!)**2 / ((radius-k)! (radius+k)!)
    do k = 1, radius
      w = w*real(radius - k + 1, c_double)/real(radius + k, c_double)
      if (derivative == 1) then
        c(k) = merge(w, -w, mod(k, 2) == 1)/(k*spacing)
        c(-k) = -c(k)
      else
        c(k) = 2*merge(w, -w, mod(k, 2) == 1)/(real(k, c_double)*spacing)**2
        c(-k) = c(k)
        c(0) = c(0) - 2*c(k)
      end if
    end do
  end function

end module drawbridge
