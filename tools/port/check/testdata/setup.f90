subroutine port_setup()
  use shared_numbers, only: limit
  limit = 7
end subroutine
