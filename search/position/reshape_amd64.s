#include "go_asm.h"
#include "textflag.h"

// RESHAPE is the body of reshapeGeneric for a reach. A window is shifted by twice the reach, so that its bit t belongs
// to the centre of the window's part from bit t on: neighbours are the bits of the squares near c there, half the bits
// of a half. TZCNT gives what BSF gives on processors that do not know it, as its operand is never 0.
//
//	DI p | R8 table | R9 windows | R11 end | R13 4*direction, the shift of its shapes in a code
//	SI window | DX empty neighbours left | BX twice the square 2*reach before c | R14 step
//	R12 multiplier that spreads the shapes of a table's entry | R15 mask of a direction's shapes
#define RESHAPE(reach, neighbours, half) \
	MOVQ p+0(FP), DI \
	MOVQ table+8(FP), R8 \
	MOVQ windows+16(FP), R9 \
	MOVQ end+32(FP), R11 \
	XORL R13, R13 \
direction: \
	MOVQ (R9)(R13*2), SI \
	MOVQ Position_step(DI)(R13*2), R14 \
	MOVQ c+24(FP), BX \
	IMUL3Q $(-2*reach), R14, AX \
	LEAQ (AX)(BX*2), BX \
	MOVL R13, CX \
	MOVL $0x1001, R12 \
	SHLL CX, R12 \
	MOVL $0x000f000f, R15 \
	SHLL CX, R15 \
	MOVQ SI, DX \
	SHRQ $1, DX \
	ORQ SI, DX \
	NOTQ DX \
	SHRQ $(2*reach), DX \
	ANDL $neighbours, DX \
	JZ done \
square: \
	TZCNTQ DX, CX \
	LEAQ -1(DX), AX \
	ANDQ AX, DX \
	MOVQ SI, AX \
	SHRQ CX, AX \
	IMULQ R14, CX \
	ADDQ BX, CX \
	MOVL AX, R10 \
	ANDL $half, R10 \
	SHRQ $(2*reach+2), AX \
	ANDL $half, AX \
	ORL const_tableColumn(R8)(AX*4), R10 \
	MOVBLZX const_tableShapes(R8)(R10*1), AX \
	IMULL R12, AX \
	MOVL Position_code(DI)(CX*2), R10 \
	MOVL R10, Position_previous(DI)(R11*4) \
	XORL R10, AX \
	ANDL R15, AX \
	XORL R10, AX \
	MOVL AX, Position_code(DI)(CX*2) \
	MOVL AX, Position_next(DI)(R11*4) \
	SHRQ $1, CX \
	MOVW CX, Position_changed(DI)(R11*2) \
	INCQ R11 \
	TESTL DX, DX \
	JNZ square \
done: \
	ADDL $4, R13 \
	CMPL R13, $16 \
	JNE direction

// func reshape4(p *Position, table *pattern.Table, windows *[4]uint64, c, end int) int
TEXT ·reshape4(SB), NOSPLIT, $0-48
	RESHAPE(4, 0x15455, 0xff)
	MOVQ R11, ret+40(FP)
	RET

// func reshape5(p *Position, table *pattern.Table, windows *[4]uint64, c, end int) int
TEXT ·reshape5(SB), NOSPLIT, $0-48
	RESHAPE(5, 0x155155, 0x3ff)
	MOVQ R11, ret+40(FP)
	RET
