#include "go_asm.h"
#include "textflag.h"

// Instructions that the assembler does not know; registers are given by number:

// SMAX: d = max(m, n), in lanes of 16 bits.
#define SMAX(m, n, d) WORD $(0x4E606400 | (m)<<16 | (n)<<5 | (d))

// SADDW and SADDW2: d = n, in lanes of 32 bits, plus the lower or upper half of m, in lanes of 16.
#define SADDW(m, n, d) WORD $(0x0E601000 | (m)<<16 | (n)<<5 | (d))
#define SADDW2(m, n, d) WORD $(0x4E601000 | (m)<<16 | (n)<<5 | (d))

// SQSHRN and SQSHRN2: the lower or upper half of d, in lanes of 16 bits, = n>>s, in lanes of 32, saturated.
#define SQSHRN(s, n, d) WORD $(0x0F009400 | (32-(s))<<16 | (n)<<5 | (d))
#define SQSHRN2(s, n, d) WORD $(0x4F009400 | (32-(s))<<16 | (n)<<5 | (d))

// SMLAL and SMLAL2: d, in lanes of 32 bits, += the lower or upper half of n times lane i of m, both in lanes of 16.
#define SMLAL(i, m, n, d) WORD $(0x0F402000 | ((i)&3)<<20 | ((i)>>2)<<11 | (m)<<16 | (n)<<5 | (d))
#define SMLAL2(i, m, n, d) WORD $(0x4F402000 | ((i)&3)<<20 | ((i)>>2)<<11 | (m)<<16 | (n)<<5 | (d))

// SMULLV: d, in lanes of 32 bits, = the lower half of n times the lower half of m, both in lanes of 16. SMLALV and
// SMLALV2: d += the lower or upper halves' products.
#define SMULLV(m, n, d) WORD $(0x0E60C000 | (m)<<16 | (n)<<5 | (d))
#define SMLALV(m, n, d) WORD $(0x0E608000 | (m)<<16 | (n)<<5 | (d))
#define SMLALV2(m, n, d) WORD $(0x4E608000 | (m)<<16 | (n)<<5 | (d))

// V30 holds zeros. V31 holds ones for the channels in which neighbours are subtracted. V6 and V7 collect the change of
// the pooled relus, V16 and V17 that of the pooled convs, in 16 bits. V8 to V11 are scratch.

// SUM replaces one line pattern in a square's sums by another. It leaves their change in V0 and V1, that of their relus
// in V4 and V5, and the square in R7. It moves on to the next change.
#define SUM(from, to) \
	MOVHU Change_At(R3), R7 \
	MOVHU from, R8 \
	MOVHU to, R9 \
	ADD $Change__size, R3 \
	ADD R8<<5, R2, R8 \
	ADD R9<<5, R2, R9 \
	VLD1 (R9), [V0.H8, V1.H8] \
	VLD1 (R8), [V2.H8, V3.H8] \
	VSUB V2.H8, V0.H8, V0.H8 \
	VSUB V3.H8, V1.H8, V1.H8 \
	ADD R7<<5, R0, R8 \
	VLD1 (R8), [V2.H8, V3.H8] \
	VADD V0.H8, V2.H8, V4.H8 \
	VADD V1.H8, V3.H8, V5.H8 \
	VST1 [V4.H8, V5.H8], (R8) \
	SMAX(30, 2, 2) \
	SMAX(30, 3, 3) \
	SMAX(30, 4, 4) \
	SMAX(30, 5, 5) \
	VSUB V2.H8, V4.H8, V4.H8 \
	VSUB V3.H8, V5.H8, V5.H8

// KERNEL gives V4 and V5 the sign that the neighbours add.
#define KERNEL \
	VEOR V31.B16, V4.B16, V4.B16 \
	VEOR V31.B16, V5.B16, V5.B16 \
	VSUB V31.H8, V4.H8, V4.H8 \
	VSUB V31.H8, V5.H8, V5.H8

// CONV adds d0 and d1 to the convs of a square, and moves on to the next.
#define CONV(at, d0, d1) \
	VLD1 (at), [V8.H8, V9.H8] \
	VADD d0.H8, V8.H8, V10.H8 \
	VADD d1.H8, V9.H8, V11.H8 \
	VST1.P [V10.H8, V11.H8], 32(at) \
	SMAX(30, 8, 8) \
	SMAX(30, 9, 9) \
	SMAX(30, 10, 10) \
	SMAX(30, 11, 11) \
	VSUB V8.H8, V10.H8, V10.H8 \
	VSUB V9.H8, V11.H8, V11.H8 \
	VADD V10.H8, V16.H8, V16.H8 \
	VADD V11.H8, V17.H8, V17.H8

// CONVALONE is CONV for undo, which leaves pooled alone.
#define CONVALONE(at, d0, d1) \
	VLD1 (at), [V8.H8, V9.H8] \
	VADD d0.H8, V8.H8, V8.H8 \
	VADD d1.H8, V9.H8, V9.H8 \
	VST1.P [V8.H8, V9.H8], 32(at)

// AROUND does CONV or CONVALONE to the square R7 and its neighbours.
#define AROUND(DO) \
	ADD R7<<5, R1, R7 \
	SUB $32, R7 \
	SUB R5, R7, R8 \
	ADD R5, R7, R9 \
	DO(R7, V4, V5) \
	DO(R7, V0, V1) \
	DO(R7, V4, V5) \
	DO(R8, V4, V5) \
	DO(R8, V4, V5) \
	DO(R8, V4, V5) \
	DO(R9, V4, V5) \
	DO(R9, V4, V5) \
	DO(R9, V4, V5)

// FLUSH adds the eight collected numbers of register acc to pooled at R10, and moves on to the next.
#define FLUSH(acc) \
	VLD1 (R10), [V8.S4, V9.S4] \
	SADDW(acc, 8, 8) \
	SADDW2(acc, 9, 9) \
	VST1.P [V8.S4, V9.S4], 32(R10)

// func updateNEON(sums, convs, weights *features, pooled *pooled, changes *Change, n, stride int)
TEXT ·updateNEON(SB), NOSPLIT, $0-56
	MOVD sums+0(FP), R0
	MOVD convs+8(FP), R1
	MOVD weights+16(FP), R2
	MOVD changes+32(FP), R3
	MOVD n+40(FP), R4
	MOVD stride+48(FP), R5
	LSL $5, R5
	VEOR V30.B16, V30.B16, V30.B16
	VMOVI $255, V31.B16
	VEXT $8, V31.B16, V30.B16, V31.B16

clear:
	VEOR V6.B16, V6.B16, V6.B16
	VEOR V7.B16, V7.B16, V7.B16
	VEOR V16.B16, V16.B16, V16.B16
	VEOR V17.B16, V17.B16, V17.B16

loop:
	SUM(Change_From(R3), Change_To(R3))
	VADD V4.H8, V6.H8, V6.H8
	VADD V5.H8, V7.H8, V7.H8
	KERNEL
	AROUND(CONV)
	SUB $1, R4
	CBZ R4, flush
	TST $3, R4
	BNE loop
flush:
	MOVD pooled+24(FP), R10
	FLUSH(6)
	FLUSH(7)
	FLUSH(16)
	FLUSH(17)
	CBNZ R4, clear
	RET

// func undoNEON(sums, convs, weights *features, changes *Change, n, stride int)
TEXT ·undoNEON(SB), NOSPLIT, $0-48
	MOVD sums+0(FP), R0
	MOVD convs+8(FP), R1
	MOVD weights+16(FP), R2
	MOVD changes+24(FP), R3
	MOVD n+32(FP), R4
	MOVD stride+40(FP), R5
	LSL $5, R5
	VEOR V30.B16, V30.B16, V30.B16
	VMOVI $255, V31.B16
	VEXT $8, V31.B16, V30.B16, V31.B16

loop:
	SUM(Change_To(R3), Change_From(R3))
	KERNEL
	AROUND(CONVALONE)
	SUB $1, R4
	CBNZ R4, loop
	RET

// PAIR adds inputs i and i+1 of eight in register in, times their weights, to the hidden units in V0 to V3.
#define PAIR(i, in) \
	VLD2.P 32(R1), [V8.H8, V9.H8] \
	VLD2.P 32(R1), [V10.H8, V11.H8] \
	SMLAL(i, in, 8, 0) \
	SMLAL2(i, in, 8, 1) \
	SMLAL(i, in, 10, 2) \
	SMLAL2(i, in, 10, 3) \
	SMLAL(i+1, in, 9, 0) \
	SMLAL2(i+1, in, 9, 1) \
	SMLAL(i+1, in, 11, 2) \
	SMLAL2(i+1, in, 11, 3)

// PAIRS adds the eight inputs in register in.
#define PAIRS(in) \
	PAIR(0, in) \
	PAIR(2, in) \
	PAIR(4, in) \
	PAIR(6, in)

// EIGHT adds eight inputs: quarters of pooled in 16 bits.
#define EIGHT(at) \
	VLD1 (at), [V12.S4, V13.S4] \
	SQSHRN(const_pooledShift, 12, 4) \
	SQSHRN2(const_pooledShift, 13, 4) \
	PAIRS(4)

// func hiddenLayer(units *hiddenUnits, weights *pairedWeights, pooled *pooled, low, high *hiddenUnits, side int)
TEXT ·hiddenLayer(SB), NOSPLIT, $0-48
	MOVD units+0(FP), R0
	MOVD weights+8(FP), R1
	MOVD pooled+16(FP), R2
	MOVD low+24(FP), R3
	MOVD high+32(FP), R4
	MOVD side+40(FP), R5
	LSL $5, R5
	ADD R5, R2, R6
	EOR $32, R5
	ADD R5, R2, R7
	VLD1 (R3), [V0.S4, V1.S4, V2.S4, V3.S4]
	VLD1 (R4), [V8.S4, V9.S4, V10.S4, V11.S4]
	VADD V8.S4, V0.S4, V0.S4
	VADD V9.S4, V1.S4, V1.S4
	VADD V10.S4, V2.S4, V2.S4
	VADD V11.S4, V3.S4, V3.S4
	EIGHT(R6)
	EIGHT(R7)
	ADD $64, R6
	ADD $64, R7
	EIGHT(R6)
	EIGHT(R7)
	VST1 [V0.S4, V1.S4, V2.S4, V3.S4], (R0)
	RET

// func scoreNEON(sums, convs *features, weights *pairedWeights, output *[HiddenSize]int16, board *hiddenUnits,
// at *Square, scores *int32, n int)
TEXT ·scoreNEON(SB), NOSPLIT, $0-64
	MOVD sums+0(FP), R0
	MOVD convs+8(FP), R2
	MOVD weights+16(FP), R3
	MOVD output+24(FP), R4
	MOVD board+32(FP), R5
	MOVD at+40(FP), R6
	MOVD scores+48(FP), R10
	MOVD n+56(FP), R11
	VEOR V30.B16, V30.B16, V30.B16
	VLD1 (R4), [V14.H8, V15.H8]
	VLD1 (R5), [V16.S4, V17.S4, V18.S4, V19.S4]

next:
	MOVHU.P 2(R6), R7
	ADD R7<<5, R0, R8
	ADD R7<<5, R2, R9
	VLD1 (R8), [V4.H8, V5.H8]
	VLD1 (R9), [V6.H8, V7.H8]
	SMAX(30, 4, 4)
	SMAX(30, 5, 5)
	SMAX(30, 6, 6)
	SMAX(30, 7, 7)
	VORR V16.B16, V16.B16, V0.B16
	VORR V17.B16, V17.B16, V1.B16
	VORR V18.B16, V18.B16, V2.B16
	VORR V19.B16, V19.B16, V3.B16
	MOVD R3, R1
	PAIRS(4)
	PAIRS(5)
	PAIRS(6)
	PAIRS(7)
	SQSHRN(const_inputShift, 0, 12)
	SQSHRN2(const_inputShift, 1, 12)
	SQSHRN(const_inputShift, 2, 13)
	SQSHRN2(const_inputShift, 3, 13)
	SMAX(30, 12, 12)
	SMAX(30, 13, 13)
	SMULLV(14, 12, 0)
	SMLALV2(14, 12, 0)
	SMLALV(15, 13, 0)
	SMLALV2(15, 13, 0)
	VADDV V0.S4, V0
	VMOV V0.S[0], R8
	MOVW.P R8, 4(R10)
	SUB $1, R11
	CBNZ R11, next
	RET
