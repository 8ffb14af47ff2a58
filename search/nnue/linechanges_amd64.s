#include "go_asm.h"
#include "textflag.h"

// PATTERN writes the line pattern of the window at the beginning of squares, which it destroys, to a change. It uses
// CX.
#define PATTERN(squares, to) \
	MOVBLZX squares, CX \
	MOVBLZX LineIndex_low(SI)(CX*1), CX \
	SHLL $const_halfBits, CX \
	SHRQ $(2*const_Reach+2), squares \
	MOVBLZX squares, squares \
	MOVBLZX LineIndex_high(SI)(squares*1), squares \
	ORL squares, CX \
	MOVWLZX LineIndex_of(SI)(CX*2), CX \
	MOVW CX, to(R8)

// func listChangesAssembly(l *LineIndex, lines *[4]uint64, steps *[4]int, changes *[33]Change, at int) int
//
// TZCNT gives what BSF gives on processors that do not know it, as its operand is never 0.
//
//	SI l | DI lines | R8 the next change | R9 number of changes | R11 steps | R12 direction
//	AX line now | BX line before | DX neighbours left | R10 twice the square Reach before at | R13 step
TEXT ·listChangesAssembly(SB), NOSPLIT, $0-48
	MOVQ l+0(FP), SI
	MOVQ lines+8(FP), DI
	MOVQ steps+16(FP), R11
	MOVQ changes+24(FP), R8
	ADDQ $Change__size, R8
	MOVL $1, R9
	XORL R12, R12

direction:
	MOVQ (DI)(R12*8), AX
	MOVQ (R11)(R12*8), R13
	MOVQ at+32(FP), R10
	IMUL3Q $(-2*const_Reach), R13, CX
	LEAQ (CX)(R10*2), R10
	MOVQ AX, BX
	ANDQ $~(3<<const_centreShift), BX
	MOVQ AX, DX
	SHRQ $1, DX
	ORQ  AX, DX
	NOTQ DX
	SHRQ $(2*const_Reach), DX
	ANDL $const_lineNeighbours, DX
	JZ   next

square:
	TZCNTQ DX, CX
	LEAQ  -1(DX), R14
	ANDQ  R14, DX
	MOVQ  AX, R14
	SHRQ  CX, R14
	MOVQ  BX, R15
	SHRQ  CX, R15
	IMULQ R13, CX
	ADDQ  R10, CX
	SHRQ  $1, CX
	MOVW  CX, Change_At(R8)
	PATTERN(R15, Change_From)
	PATTERN(R14, Change_To)
	ADDQ  $Change__size, R8
	INCQ  R9
	TESTL DX, DX
	JNZ   square

next:
	INCQ R12
	CMPQ R12, $4
	JNE  direction
	MOVQ R9, ret+40(FP)
	RET
