#include "go_asm.h"
#include "textflag.h"

// FILTERED sets the codes of 32 bits in x to 0 if they pass the filter, else to -1. It works as CandidateFilter.passes
// does, and uses t and u.
//
//	X5 eighth | X6 fromTwo | X7 added to each half of a code: -1 for StrongFilter, else 0 | X8 zero
#define FILTERED(x, t, u) \
	MOVOU x, t \
	PADDL X6, t \
	PAND X5, t \
	MOVOU t, u \
	PADDW X7, u \
	PAND u, t \
	PAND X5, x \
	POR t, x \
	PCMPEQL X8, x

// FOURS sets the codes in x to 0 if they have a four or a five, else to -1. It works as foursOfGeneric does, and uses
// t.
//
//	X5 fromFour | X6 7*each | X7 eighth for one side | X8 zero
#define FOURS(x, t, u) \
	MOVOU x, t \
	PAND X6, t \
	PADDL X5, t \
	PAND X7, x \
	PAND t, x \
	PCMPEQL X8, x

// EACH applies one of them to all of squares, sixteen codes at a time, and returns the bits of those that became 0.
#define EACH(OF) \
	MOVQ codes+0(FP), SI \
	MOVQ squares+8(FP), BX \
	MOVQ of+16(FP), X7 \
	PUNPCKLQDQ X7, X7 \
	PSHUFL $0, X5, X5 \
	PSHUFL $0, X6, X6 \
	PXOR X8, X8 \
	XORL R8, R8 \
	XORL CX, CX \
sixteen: \
	MOVOU 0(SI), X0 \
	MOVOU 16(SI), X1 \
	MOVOU 32(SI), X2 \
	MOVOU 48(SI), X3 \
	OF(X0, X9, X10) \
	OF(X1, X11, X12) \
	OF(X2, X9, X10) \
	OF(X3, X11, X12) \
	PACKSSLW X1, X0 \
	PACKSSLW X3, X2 \
	PACKSSWB X2, X0 \
	PMOVMSKB X0, AX \
	XORL $0xffff, AX \
	SHLQ CX, AX \
	ORQ AX, R8 \
	ADDQ $64, SI \
	ADDL $16, CX \
	SHRQ $16, BX \
	JNZ sixteen \
	MOVQ R8, ret+24(FP) \
	RET

// func passing(codes *[64]uint32, squares, of uint64) uint64
TEXT ·passing(SB), NOSPLIT, $0-32
	MOVL $const_eighth, AX
	MOVL AX, X5
	MOVL $const_fromTwo, AX
	MOVL AX, X6
	EACH(FILTERED)

// func withFour(codes *[64]uint32, squares, of uint64) uint64
TEXT ·withFour(SB), NOSPLIT, $0-32
	MOVL $const_fromFour, AX
	MOVL AX, X5
	MOVL $const_sevenths, AX
	MOVL AX, X6
	EACH(FOURS)
