//go:build 386.sse2

#include "textflag.h"

// X7 holds zeros, X4 ones for the half of the sums that neighbours lower. X6 gathers what is added to the pool of
// spreads, X5 to that of mixed sums, in 16 bits; X2 and X3 are for the moment.

// SUMS takes one window out of a square's sums and puts another in: X0 is how they change, X1 how their spread does, and
// AX is where the square is.
#define SUMS(from, to) \
	MOVWLZX (SI), AX \
	MOVWLZX from, BX \
	MOVWLZX to, DX \
	SHLL $5, AX \
	SHLL $5, BX \
	SHLL $5, DX \
	MOVOU (DI)(DX*1), X0 \
	MOVOU (DI)(BX*1), X2 \
	PSUBW X2, X0 \
	MOVL sums+0(FP), BX \
	MOVOU (BX)(AX*1), X2 \
	MOVO X2, X1 \
	PADDW X0, X1 \
	MOVOU X1, (BX)(AX*1) \
	PMAXSW X7, X2 \
	PMAXSW X7, X1 \
	PSUBW X2, X1

// SIGN makes of X1 what neighbours get.
#define SIGN \
	PXOR X4, X1 \
	PSUBW X4, X1

// MIX adds half a row to the mixed sums at a place.
#define MIX(at, d) \
	MOVOU at, X2 \
	MOVO X2, X3 \
	PADDW d, X3 \
	MOVOU X3, at \
	PMAXSW X7, X2 \
	PMAXSW X7, X3 \
	PSUBW X2, X3 \
	PADDW X3, X5

// PUT is MIX for a Field that remembers the pools.
#define PUT(at, d) \
	MOVOU at, X2 \
	PADDW d, X2 \
	MOVOU X2, at

// AROUND does MIX or PUT to the square at AX and those around it, a row of squares being DX.
#define AROUND(DO) \
	ADDL mixed+4(FP), AX \
	SHLL $5, DX \
	DO(0(AX), X0) \
	DO(-32(AX), X1) \
	DO(32(AX), X1) \
	MOVL AX, BX \
	SUBL DX, BX \
	DO(-32(BX), X1) \
	DO(0(BX), X1) \
	DO(32(BX), X1) \
	ADDL DX, AX \
	DO(-32(AX), X1) \
	DO(0(AX), X1) \
	DO(32(AX), X1)

// FLUSH adds eight gathered numbers to the pools.
#define FLUSH(acc, at) \
	MOVO acc, X2 \
	PSRAW $15, X2 \
	MOVO acc, X3 \
	PUNPCKLWL X2, acc \
	PUNPCKHWL X2, X3 \
	MOVOU at(BX), X2 \
	PADDL X2, acc \
	MOVOU acc, at(BX) \
	MOVOU 16+at(BX), X2 \
	PADDL X2, X3 \
	MOVOU X3, 16+at(BX) \
	PXOR acc, acc

// func shift8(sums, mixed, rows *int16, pools *int32, changes *Change, n, stride int)
TEXT ·shift8(SB), NOSPLIT, $0-28
	MOVL changes+16(FP), SI
	MOVL n+20(FP), CX
	MOVL rows+8(FP), DI
	PXOR X7, X7
	PCMPEQW X4, X4
	PSLLO $8, X4
	PXOR X6, X6
	PXOR X5, X5

loop:
	SUMS(2(SI), 4(SI))
	PADDW X1, X6
	SIGN
	MOVL stride+24(FP), DX
	AROUND(MIX)
	ADDL $6, SI
	DECL CX
	JZ end
	TESTL $3, CX
	JNZ loop
	MOVL pools+12(FP), BX
	FLUSH(X6, 0)
	FLUSH(X5, 64)
	JMP loop
end:
	MOVL pools+12(FP), BX
	FLUSH(X6, 0)
	FLUSH(X5, 64)
	RET

// func back8(sums, mixed, rows *int16, changes *Change, n, stride int)
TEXT ·back8(SB), NOSPLIT, $0-24
	MOVL changes+12(FP), SI
	MOVL n+16(FP), CX
	MOVL rows+8(FP), DI
	PXOR X7, X7
	PCMPEQW X4, X4
	PSLLO $8, X4

loop:
	SUMS(4(SI), 2(SI))
	SIGN
	MOVL stride+20(FP), DX
	AROUND(PUT)
	ADDL $6, SI
	DECL CX
	JNZ loop
	RET

// PAIR adds what two pools, the k-th of four pairs of X4, make of all units, which are in X0 to X3.
#define PAIR(k, at) \
	PSHUFD $(k*0x55), X4, X5 \
	MOVOU at(DI), X6 \
	PMADDWL X5, X6 \
	PADDL X6, X0 \
	MOVOU 16+at(DI), X6 \
	PMADDWL X5, X6 \
	PADDL X6, X1 \
	MOVOU 32+at(DI), X6 \
	PMADDWL X5, X6 \
	PADDL X6, X2 \
	MOVOU 48+at(DI), X6 \
	PMADDWL X5, X6 \
	PADDL X6, X3

// EIGHT adds what eight pools make of them, in quarters, with 16 bits.
#define EIGHT(in, at) \
	MOVOU in, X4 \
	MOVOU 16+in, X5 \
	PSRAL $2, X4 \
	PSRAL $2, X5 \
	PACKSSLW X5, X4 \
	PAIR(0, at) \
	PAIR(1, 64+at) \
	PAIR(2, 128+at) \
	PAIR(3, 192+at)

// func units(sums *[Units]int32, hide *[Pools / 2][Units][2]int16, pools *pools, low, high *[Units]int32, side int)
TEXT ·units(SB), NOSPLIT, $0-24
	MOVL hide+4(FP), DI
	MOVL pools+8(FP), SI
	MOVL side+20(FP), AX
	SHLL $5, AX
	MOVL AX, BX
	XORL $32, BX
	ADDL SI, AX
	ADDL SI, BX
	MOVL low+12(FP), CX
	MOVL high+16(FP), DX
	MOVOU (CX), X0
	MOVOU 16(CX), X1
	MOVOU 32(CX), X2
	MOVOU 48(CX), X3
	MOVOU (DX), X4
	MOVOU 16(DX), X5
	MOVOU 32(DX), X6
	MOVOU 48(DX), X7
	PADDL X4, X0
	PADDL X5, X1
	PADDL X6, X2
	PADDL X7, X3
	EIGHT(0(AX), 0)
	EIGHT(0(BX), 256)
	EIGHT(64(AX), 512)
	EIGHT(64(BX), 768)
	MOVL sums+0(FP), DX
	MOVOU X0, (DX)
	MOVOU X1, 16(DX)
	MOVOU X2, 32(DX)
	MOVOU X3, 48(DX)
	RET
