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
C     ASSIGN and an assigned GOTO.
      SUBROUTINE JUMPS(N, X, Y)
      INTEGER N, NEXT, I
      DOUBLE PRECISION X(*), Y
      ASSIGN 30 TO NEXT
      Y = 0
      DO 60 I = 1, N
      GO TO NEXT, (30, 40, 50)
   30 IF (X(I) .GT. 1.D0) ASSIGN 40 TO NEXT
      Y = Y + X(I)
      GO TO 60
   40 Y = Y*X(I)
      ASSIGN 50 TO NEXT
      GO TO 60
   50 ASSIGN 30 TO NEXT
      Y = Y - 0.1D0
   60 CONTINUE
      END
C     SAVE of scalars that every call sets before it reads them.
      SUBROUTINE KEPT(N, X, Y)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y, S, T, U
      SAVE
      CALL BEGIN(S, T)
      DO 10 I = 1, N
      U = X(I)*T
      IF (U .GT. 1.D0) GO TO 20
   10 S = S + U
   20 IF (N .LT. 2) THEN
        T = 1
      ELSE
        T = S
      END IF
      Y = S*T + I
      END
      SUBROUTINE BEGIN(S, T)
      DOUBLE PRECISION S, T
      S = 0
      T = 0.3D0
      END
C     Whole numbers in a work array of reals.
      SUBROUTINE PACKED(N, W, Y)
      INTEGER N
      DOUBLE PRECISION W(N+3), Y
      CALL PUT(N, W(2))
      CALL GET(N, W(2), Y)
      END
      SUBROUTINE PUT(N, K)
      INTEGER N, K(*), I
      DO 10 I = 1, N
   10 K(I) = 7*I - N
      END
      SUBROUTINE GET(N, K, Y)
      INTEGER N, K(N), I
      DOUBLE PRECISION Y
      Y = 0
      DO 10 I = 1, N
   10 Y = Y/3 + K(I)
      END
C     Functions of constants, which compilers fold.
      SUBROUTINE FOLDED(X, Y)
      DOUBLE PRECISION X, Y
      Y = X + TANH(ABS(SIN(1.1))) + EXP(ABS(-SIN(0.3D0)))
      END
C     The difference of two infinities.
      SUBROUTINE APART(X, Y, N, M)
      DOUBLE PRECISION X, Y
      INTEGER N, M
      Y = DIM(X*1D300*1D300, X*2D300*1D300)
      M = DIM(N*1000000000, -M*1000000000)
      END
