#include "go_asm.h"
#include "textflag.h"

// The inputs of a hidden layer are in both halves of a register, in 16 bits, the hidden units in Y0 and Y1.

// TWOINPUTS adds inputs 2k and 2k+1 of the eight in a register times their weights.
#define TWOINPUTS(k, in, at) \
	VPSHUFD $(k*0x55), in, Y2 \
	VPMADDWD at(DI), Y2, Y3 \
	VPADDD Y3, Y0, Y0 \
	VPMADDWD 32+at(DI), Y2, Y2 \
	VPADDD Y2, Y1, Y1

#define EIGHTINPUTS(in, at) \
	TWOINPUTS(0, in, at) \
	TWOINPUTS(1, in, 64+at) \
	TWOINPUTS(2, in, 128+at) \
	TWOINPUTS(3, in, 192+at)

// FOURPRODUCTS sets to to sums of the ReLUs of eight units times the output weights at from, in 64 bits. Y15 holds
// zeros.
#define FOURPRODUCTS(units, from, to) \
	VPMAXSD Y15, units, units \
	VPMOVSXWD from, Y2 \
	VPMULDQ units, Y2, to \
	VPSRLQ $32, units, units \
	VPSRLQ $32, Y2, Y2 \
	VPMULDQ units, Y2, Y2 \
	VPADDQ Y2, to, to

// OUTPUT sets AX to the output, with the weights at R10.
#define OUTPUT \
	VPXOR Y15, Y15, Y15 \
	FOURPRODUCTS(Y0, (R10), Y4) \
	FOURPRODUCTS(Y1, 16(R10), Y5) \
	VPADDQ Y5, Y4, Y4 \
	VEXTRACTI128 $1, Y4, X5 \
	VPADDQ X5, X4, X4 \
	VPSHUFD $0x4e, X4, X5 \
	VPADDQ X5, X4, X4 \
	VMOVQ X4, AX

// APART turns eight units from the form of biases into numbers of 32 bits. Y15 holds 1<<31 in words of 64 bits.
#define APART(units) \
	VPADDQ Y15, units, units \
	VPXOR Y15, units, units

// func pairHeadAVX2(low, high uint64, weights *pairInputs, lowBiases, highBiases *biases,
// output *[HiddenSize]int16) int64
TEXT ·pairHeadAVX2(SB), NOSPLIT, $0-56
	VMOVQ low+0(FP), X4
	VPINSRQ $1, high+8(FP), X4, X4
	MOVQ weights+16(FP), DI
	MOVQ lowBiases+24(FP), R8
	MOVQ highBiases+32(FP), R9
	MOVQ output+40(FP), R10
	VPCMPEQW X5, X5, X5
	VPSLLW $15, X5, X5
	VPADDQ X5, X4, X4 // lift
	VPXOR X5, X4, X4
	VPERMQ $0x44, Y4, Y4
	VMOVDQU (R8), Y0
	VMOVDQU 32(R8), Y1
	VPADDQ (R9), Y0, Y0
	VPADDQ 32(R9), Y1, Y1
	VPCMPEQD Y15, Y15, Y15
	VPSLLQ $63, Y15, Y15
	VPSRLQ $32, Y15, Y15
	APART(Y0)
	APART(Y1)
	EIGHTINPUTS(Y4, 0)
	OUTPUT
	VZEROUPPER
	MOVQ AX, ret+48(FP)
	RET

// QUARTERS reads eight inputs: quarters of pooled in 16 bits.
#define QUARTERS(at, to) \
	VMOVDQU (SI)(at*1), to \
	VPSRAD $const_pooledShift, to, to \
	VPACKSSDW to, to, to \
	VPERMQ $0x88, to, to

// func valueHeadAVX2(weights *pairedWeights, pooled *pooled, low, high *hiddenUnits, output *[HiddenSize]int16,
// side int) int64
TEXT ·valueHeadAVX2(SB), NOSPLIT, $0-56
	MOVQ weights+0(FP), DI
	MOVQ pooled+8(FP), SI
	MOVQ low+16(FP), R8
	MOVQ high+24(FP), R9
	MOVQ output+32(FP), R10
	MOVQ side+40(FP), AX
	SHLQ $5, AX
	MOVQ AX, BX
	XORQ $32, BX
	QUARTERS(AX, Y4)
	QUARTERS(BX, Y5)
	ADDQ $64, SI
	QUARTERS(AX, Y6)
	QUARTERS(BX, Y7)
	VMOVDQU (R8), Y0
	VMOVDQU 32(R8), Y1
	VPADDD (R9), Y0, Y0
	VPADDD 32(R9), Y1, Y1
	EIGHTINPUTS(Y4, 0)
	EIGHTINPUTS(Y5, 256)
	EIGHTINPUTS(Y6, 512)
	EIGHTINPUTS(Y7, 768)
	OUTPUT
	VZEROUPPER
	MOVQ AX, ret+48(FP)
	RET
