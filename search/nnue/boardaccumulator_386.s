//go:build 386.sse2

#include "go_asm.h"
#include "textflag.h"

// X7 holds zeros. X4 holds ones for the channels in which neighbours are subtracted. X6 collects the change of the
// pooled relus and X5 that of the pooled convs, in 16 bits. X2 and X3 are scratch.

// SUM replaces one line pattern in a square's sums by another. It leaves their change in X0, that of their relus in X1,
// and the offset of the square in AX.
#define SUM(from, to) \
	MOVWLZX Change_At(SI), AX \
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

// KERNEL gives X1 the sign that the neighbours add.
#define KERNEL \
	PXOR X4, X1 \
	PSUBW X4, X1

// CONV adds d to the convs of a square.
#define CONV(at, d) \
	MOVOU at, X2 \
	MOVO X2, X3 \
	PADDW d, X3 \
	MOVOU X3, at \
	PMAXSW X7, X2 \
	PMAXSW X7, X3 \
	PSUBW X2, X3 \
	PADDW X3, X5

// CONVALONE is CONV for undo, which leaves pooled alone.
#define CONVALONE(at, d) \
	MOVOU at, X2 \
	PADDW d, X2 \
	MOVOU X2, at

// AROUND does CONV or CONVALONE to the square at AX and its neighbours. DX is the stride.
#define AROUND(DO) \
	ADDL convs+4(FP), AX \
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

// FLUSH adds eight collected numbers to pooled.
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

// func updateHalf(sums, convs, weights *int16, pooled *int32, changes *Change, n, stride int)
TEXT ·updateHalf(SB), NOSPLIT, $0-28
	MOVL changes+16(FP), SI
	MOVL n+20(FP), CX
	MOVL weights+8(FP), DI
	PXOR X7, X7
	PCMPEQW X4, X4
	PSLLO $8, X4
	PXOR X6, X6
	PXOR X5, X5

loop:
	SUM(Change_From(SI), Change_To(SI))
	PADDW X1, X6
	KERNEL
	MOVL stride+24(FP), DX
	AROUND(CONV)
	ADDL $Change__size, SI
	DECL CX
	JZ end
	TESTL $3, CX
	JNZ loop
	MOVL pooled+12(FP), BX
	FLUSH(X6, 0)
	FLUSH(X5, 64)
	JMP loop
end:
	MOVL pooled+12(FP), BX
	FLUSH(X6, 0)
	FLUSH(X5, 64)
	RET

// func undoHalf(sums, convs, weights *int16, changes *Change, n, stride int)
TEXT ·undoHalf(SB), NOSPLIT, $0-24
	MOVL changes+12(FP), SI
	MOVL n+16(FP), CX
	MOVL weights+8(FP), DI
	PXOR X7, X7
	PCMPEQW X4, X4
	PSLLO $8, X4

loop:
	SUM(Change_To(SI), Change_From(SI))
	KERNEL
	MOVL stride+20(FP), DX
	AROUND(CONVALONE)
	ADDL $Change__size, SI
	DECL CX
	JNZ loop
	RET

// PAIR adds two inputs, pair k of four in X4, times their weights to the hidden units in X0 to X3.
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

// PAIRS adds the eight inputs in X4.
#define PAIRS(at) \
	PAIR(0, at) \
	PAIR(1, 64+at) \
	PAIR(2, 128+at) \
	PAIR(3, 192+at)

// EIGHT adds eight inputs: quarters of pooled in 16 bits.
#define EIGHT(in, at) \
	MOVOU in, X4 \
	MOVOU 16+in, X5 \
	PSRAL $const_pooledShift, X4 \
	PSRAL $const_pooledShift, X5 \
	PACKSSLW X5, X4 \
	PAIRS(at)

// func hiddenLayer(units *hiddenUnits, weights *pairedWeights, pooled *pooled, low, high *hiddenUnits, side int)
TEXT ·hiddenLayer(SB), NOSPLIT, $0-24
	MOVL weights+4(FP), DI
	MOVL pooled+8(FP), SI
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
	MOVL units+0(FP), DX
	MOVOU X0, (DX)
	MOVOU X1, 16(DX)
	MOVOU X2, 32(DX)
	MOVOU X3, 48(DX)
	RET

// RELUS adds the ReLUs of eight features.
#define RELUS(from, at) \
	MOVOU from, X4 \
	PMAXSW X7, X4 \
	PAIRS(at)

// func scoreSSE2(sums, convs *features, weights *pairedWeights, output *[HiddenSize]int16, board *hiddenUnits,
// at *Square, scores *int32, n int)
TEXT ·scoreSSE2(SB), NOSPLIT, $0-32
	MOVL weights+8(FP), DI
	MOVL at+20(FP), SI
	MOVL scores+24(FP), BX
	MOVL n+28(FP), CX
	PXOR X7, X7

next:
	MOVWLZX (SI), AX
	SHLL $5, AX
	MOVL board+16(FP), DX
	MOVOU (DX), X0
	MOVOU 16(DX), X1
	MOVOU 32(DX), X2
	MOVOU 48(DX), X3
	MOVL sums+0(FP), DX
	RELUS((DX)(AX*1), 0)
	RELUS(16(DX)(AX*1), 256)
	MOVL convs+4(FP), DX
	RELUS((DX)(AX*1), 512)
	RELUS(16(DX)(AX*1), 768)
	PSRAL $const_inputShift, X0
	PSRAL $const_inputShift, X1
	PSRAL $const_inputShift, X2
	PSRAL $const_inputShift, X3
	PACKSSLW X1, X0
	PACKSSLW X3, X2
	PMAXSW X7, X0
	PMAXSW X7, X2
	MOVL output+12(FP), DX
	MOVOU (DX), X1
	MOVOU 16(DX), X3
	PMADDWL X1, X0
	PMADDWL X3, X2
	PADDL X2, X0
	PSHUFD $0x4e, X0, X1
	PADDL X1, X0
	PSHUFD $0xb1, X0, X1
	PADDL X1, X0
	MOVL X0, (BX)
	ADDL $2, SI
	ADDL $4, BX
	DECL CX
	JNZ next
	RET
