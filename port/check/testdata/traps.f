C     Fixed form: implicit types, labels, shared ends of loops, DATA,
C     statement functions, blanks inside of numbers, assumed sizes.
      SUBROUTINE OLD(N, X, Y, IFLAG)
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      INTEGER N, IFLAG
      DIMENSION X(*), Y(1), C(3), TAB(2,2)
      DATA C/0.5D0, 2*1.25D0/, ONE/1.0 D0/
      DATA ((TAB(I,J),I=1,2),J=1,2)/1.D0,-2.D0,
     1     3.5D0, 4.D0/
      SQ(A) = A*A + ONE
      IFLAG = 0
      IF (N .LT. 1) GO TO 90
      DO 20 I = 1, N
      DO 20 J = 1, 2
      Y(I) = Y(I) + SQ(X(I))*C(J) - TAB(J,1)
   20 CONTINUE
      DO 30 I = 1, N
        IF (X(I).EQ.0.D0) GOTO 30
        Y(I) = Y(I)/X(I)
   30 CONTINUE
      RETURN
   90 IFLAG = -1
      END
      DOUBLE PRECISION FUNCTION HORNER(N, A, T)
      INTEGER N
      DOUBLE PRECISION A(N), T, S
      S = 0
      DO10I=N,1,-1
   10 S = S*T + A(I)
      HORNER = S
      END
      REAL FUNCTION MIXED(I, X)
      MIXED = I*X + 3.14159 26535 E0 - I/2
     +        + DBLE(X)*1D-3
      END
      SUBROUTINE USER(X, R)
      DOUBLE PRECISION X, R, GAMMA
      EXTERNAL GAMMA
      R = GAMMA(X)
      END
      DOUBLE PRECISION FUNCTION GAMMA(X)
      DOUBLE PRECISION X
      GAMMA = X + 17
      END
