C     The same in fixed form, with a routine that uses nothing of MPI.
      SUBROUTINE PLAIN(X, Y)
      USE MPI, ONLY : MPI_COMM_WORLD,
     &                MPI_DOUBLE_PRECISION
      USE MISSING_TOOLS, ONLY : THING
      DOUBLE PRECISION X, Y
      TYPE(THING) Z
      INTEGER BUFFER(THING),
     &        MORE
      INTEGER K
      INCLUDE 'foreign.inc'
      DO 10 K = 1, NMOST
      Y = X + EXP(-X*X)
   10 CONTINUE
      END
      SUBROUTINE SENDS(X)
      USE MPI
      DOUBLE PRECISION X
      CALL MPI_SEND(X, 1, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_WORLD, K)
      END
