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
C     Text: LSAME of LAPACK, a comparison that fills with blanks, a longer text that is cut.
      LOGICAL FUNCTION SAME(CA, CB)
      CHARACTER CA, CB
      INTEGER INTA, INTB
      SAME = CA.EQ.CB
      IF (SAME) RETURN
      INTA = ICHAR(CA)
      INTB = ICHAR(CB)
      IF (INTA.GE.97 .AND. INTA.LE.122) INTA = INTA - 32
      IF (INTB.GE.97 .AND. INTB.LE.122) INTB = INTB - 32
      SAME = INTA.EQ.INTB
      END
      SUBROUTINE SCALED(UPLO, WHICH, X, Y)
      CHARACTER UPLO*1, WHICH*(*), BOTH*4
      DOUBLE PRECISION X, Y
      LOGICAL SAME
      PARAMETER (BOTH = 'BE')
      EXTERNAL SAME
      Y = X
      IF (SAME(UPLO, 'U')) Y = 2*X
      IF (SAME(WHICH, UPLO)) Y = Y - 3
      IF (WHICH .EQ. 'LM') Y = Y + 1
      IF (WHICH .NE. BOTH) Y = Y/7 + LEN(WHICH) - LEN(UPLO)
      END
C     Local text, as ILAENV of LAPACK has it: parts that are read and set, also over each other, joined texts, small letters.
      SUBROUTINE NAMED(NAME, SIDE, TRANS, MARK, X, N, K)
      CHARACTER NAME*(*), SIDE, TRANS, MARK*2
      DOUBLE PRECISION X
      INTEGER N, K, I, IC, COUNTED
      CHARACTER SUB*6, C1, C2*2, C3*3, BOTH*2, EMPTY*4
      EXTERNAL COUNTED
      SUB = NAME
      DO 10 I = 1, 6
        IC = ICHAR(SUB(I:I))
        IF (IC.GE.97 .AND. IC.LE.122) SUB(I:I) = CHAR(IC-32)
   10 CONTINUE
      C1 = SUB(1:1)
      C2 = SUB(2:3)
      C3 = SUB(4:)
      N = LEN_TRIM(NAME) + 10*LEN(SUB(2:N)) + 100*LEN_TRIM(C3)
      IF (C1.EQ.'U' .OR. C2(2:2).EQ.' ') N = N + 1000
      BOTH = SIDE // TRANS
      X = COUNTED(SIDE // TRANS // 'xy', 3)
      IF (BOTH.EQ.'UL' .OR. SIDE // TRANS // ' ' .EQ. 'A') X = X + 0.5D0
      SUB(2:6) = SUB(1:5)
      SUB(1:3) = SUB(3:5)
      EMPTY = ' '
      EMPTY(3:2) = 'z'
      IF (EMPTY.NE.' ') X = -X
      K = ICHAR(SUB(2:2)) + 300*ICHAR(SUB(6:6)) + COUNTED(SUB(2:5), 2)
      MARK = 'E'
      IF (N.GT.500) MARK = C3
      CALL SIGNED(MARK(2:2), N)
      END
      SUBROUTINE SIGNED(C, N)
      CHARACTER*(*) C
      INTEGER N
      IF (MOD(N, 2).EQ.0) C = 'even'
      END
      INTEGER FUNCTION COUNTED(C, N)
      CHARACTER*(*) C
      INTEGER N, I
      COUNTED = LEN(C)
      DO 10 I = 1, N
        COUNTED = COUNTED + I*ICHAR(C(I:I))
   10 CONTINUE
      END
C     Numbers that describe a kind, and constants of them as in LA_CONSTANTS of LAPACK.
      SUBROUTINE KINDS(X, Y, S, N)
      DOUBLE PRECISION X, Y, TBIG, TSML
      REAL S, SBIG
      INTEGER N
      PARAMETER (TBIG = REAL(RADIX(0D0), 8)**FLOOR(
     +  (MAXEXPONENT(0D0) - DIGITS(0D0) + 1)*0.5D0))
      PARAMETER (TSML = REAL(RADIX(0D0), 8)**CEILING(
     +  (MINEXPONENT(0D0) - 1)*0.5D0))
      PARAMETER (SBIG = REAL(RADIX(0.))**(MAXEXPONENT(0.) - 2))
      Y = X*TBIG + TSML - 2D0**(-1022) + 3D0**40
      S = S*SBIG + 2.**(-126)
      N = DIGITS(X) + 100*PRECISION(S) + 10000*RANGE(N) + BIT_SIZE(N)
      N = N + MINEXPONENT(S)*MAXEXPONENT(X) + RADIX(N) + RANGE(X)
      END
C     What the first call computes, and later calls only read.
      SUBROUTINE ONCE(X, Y, N)
      DOUBLE PRECISION X, Y, EPS, BASE, TABLE(3)
      INTEGER N, I, READY
      LOGICAL FIRST
      SAVE FIRST, EPS, BASE
      DATA FIRST /.TRUE./, TABLE /3*2D0/
      IF (FIRST) THEN
        EPS = 1
   10   IF (1 + EPS/2 .GT. 1) THEN
          EPS = EPS/2
          GO TO 10
        END IF
        BASE = SQRT(EPS)
        DO 20 I = 1, 3
          TABLE(I) = TABLE(I)*I + BASE
   20   CONTINUE
        FIRST = .FALSE.
      END IF
      Y = X*BASE + EPS + TABLE(2)
      N = READY()
      END
      INTEGER FUNCTION READY()
      INTEGER SC, K
      SAVE SC, K
      DATA SC /0/
      IF (SC .NE. 987) THEN
        K = 12
        SC = 987
      END IF
      READY = K + SC
      END
C     A function that changes a local argument, inside of an expression.
      SUBROUTINE COUNTING(X, Y, N)
      DOUBLE PRECISION X, Y, GAMLN
      INTEGER N, IDUM
      Y = 2*X - (GAMLN(X, IDUM) + 1)/3
      N = IDUM
      Y = Y + EXP(-GAMLN(Y, I)) - GAMLN(X, I)
      END
      DOUBLE PRECISION FUNCTION GAMLN(Z, IERR)
      DOUBLE PRECISION Z
      INTEGER IERR
      IERR = 0
      IF (Z .LE. 0) IERR = 1
      GAMLN = Z*Z
      END
C     Memory of several types.
      SUBROUTINE OVERLAY(X, Y, K)
      DOUBLE PRECISION X, Y, D(3), TINY(2)
      INTEGER K, HALVES(6), WORDS(4), L, M
      EQUIVALENCE (D(2), HALVES(3)), (TINY(1), WORDS(1)), (L, M)
      DATA WORDS /0, 1048576, -1, 2146435071/
      D(1) = X
      D(2) = X
      D(3) = 0
      HALVES(6) = HALVES(4)
      HALVES(1) = 0
      L = 5
      M = M + K
      D(3:2:-1) = D(2:3)
      K = HALVES(4) + L
      Y = D(1) + D(3) + TINY(1) + TINY(2)/2
      END
C     INCLUDE of a file beside this one.
      SUBROUTINE INCLUDING(X, Y)
      INCLUDE 'sizes.inc'
      Y = X*MANY + DEPTH
      END
C     COMMON that is only read: blanks, gaps, other names for the same memory.
      SUBROUTINE STATED(X, Y, K)
      DOUBLE PRECISION X, Y, GAMMA, TABLE, INNER
      INTEGER K, N, FLAGS(3)
      REAL SMALL
      COMMON /GAS/ N, GAMMA, SMALL, TABLE(3, 2), FLAGS
      COMMON COUNT, LAST
      Y = X*GAMMA + SMALL + TABLE(2, 2) + COUNT + INNER(X)
      K = N + FLAGS(3) + LAST
      END
      DOUBLE PRECISION FUNCTION INNER(X)
      DOUBLE PRECISION X, G, T(6)
      COMMON // A, L /GAS/ M, G, S, T
      INNER = X + G*T(5) + M + S - A + L
      END
