module drawbridge

go 1.24.0
