!> Three gases (CH4, O2, H2O) for the comparison of the reference routines with their translations.
subroutine port_setup()
  use reference_peng_robinson, only: reference_initialize
  use reference_chung, only: reference_chung_initialize
  implicit none
  integer, parameter :: n = 3
  real(8) :: low(7, n), high(7, n), k(n, n)
  low = reshape([5.149d0, -1.367d-2, 4.918d-5, -4.847d-8, 1.667d-11, -1.025d4, -4.641d0, &
                 3.782d0, -2.997d-3, 9.847d-6, -9.681d-9, 3.244d-12, -1.064d3, 3.658d0, &
                 4.199d0, -2.036d-3, 6.520d-6, -5.488d-9, 1.772d-12, -3.029d4, -8.490d-1], [7, n])
  high = reshape([1.653d0, 1.003d-2, -3.317d-6, 5.365d-10, -3.147d-14, -1.001d4, 9.905d0, &
                  3.282d0, 1.483d-3, -7.580d-7, 2.095d-10, -2.167d-14, -1.088d3, 5.453d0, &
                  3.034d0, 2.177d-3, -1.641d-7, -9.704d-11, 1.682d-14, -3.000d4, 4.967d0], [7, n])
  k = 0
  k(1, 3) = 0.5d0
  k(3, 1) = 0.5d0
  call reference_initialize(n, [16.043d-3, 31.998d-3, 18.015d-3], [190.56d0, 154.58d0, 647.1d0], [4.599d6, 5.043d6, 22.064d6], &
                            [0.011d0, 0.022d0, 0.344d0], k, [1000d0, 1000d0, 1000d0], low, high)
  call reference_chung_initialize([98.6d-6, 73.4d-6, 55.9d-6], [0d0, 0d0, 1.8d0], [0d0, 0d0, 0.076d0], &
                                  [3.758d-10, 3.467d-10, 2.641d-10], [148.6d0, 106.7d0, 809.1d0])
end subroutine
