C     Fixed form: shared ends of loops, cycles by goto, a small inner loop.
      SUBROUTINE OLD(NX, NY, M, C, U, R, S)
      INTEGER NX, NY, M, I, J, K
      DOUBLE PRECISION C(M), U(NX,NY,M), R(NX,NY), S(NX,NY,M), T, Y
      Y = 0.25D0
      DO 10 J = 2, NY-1
      DO 10 I = 2, NX-1
      IF (U(I,J,1) .LT. 0.D0) GO TO 10
      T = 0
      DO 5 K = 1, M
    5 T = T + C(K)*(U(I+1,J,K) + U(I-1,J,K) - 2*U(I,J,K))
      R(I,J) = R(I,J) + T*Y
   10 CONTINUE
      DO 20 J = 1, NY
      DO 20 I = 1, NX
      CALL FLUX(R(I,J), U(I,J,1), S(I,J,1))
   20 CONTINUE
      END
      SUBROUTINE FLUX(A, B, F)
      DOUBLE PRECISION A, B, F
      F = F + A*B
      END
