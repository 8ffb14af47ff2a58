#include "go_asm.h"
#include "textflag.h"

// X15 holds zeros. X14 holds ones for the channels in which neighbours are subtracted. X6 and X7 collect the change of
// the pooled relus, X12 and X13 that of the pooled convs, in 16 bits. X8 to X11 are scratch.

// SUM replaces one line pattern in a square's sums by another. It leaves their change in X0 and X1, that of their relus
// in X4 and X5, and the offset of the square in AX.
#define SUM(from, to) \
	MOVWLZX Change_At(SI), AX \
	MOVWLZX from, R11 \
	MOVWLZX to, R12 \
	SHLQ $5, AX \
	SHLQ $5, R11 \
	SHLQ $5, R12 \
	MOVOU (R8)(R12*1), X0 \
	MOVOU 16(R8)(R12*1), X1 \
	MOVOU (R8)(R11*1), X2 \
	MOVOU 16(R8)(R11*1), X3 \
	PSUBW X2, X0 \
	PSUBW X3, X1 \
	MOVOU (DI)(AX*1), X2 \
	MOVOU 16(DI)(AX*1), X3 \
	MOVO X2, X4 \
	MOVO X3, X5 \
	PADDW X0, X4 \
	PADDW X1, X5 \
	MOVOU X4, (DI)(AX*1) \
	MOVOU X5, 16(DI)(AX*1) \
	PMAXSW X15, X2 \
	PMAXSW X15, X3 \
	PMAXSW X15, X4 \
	PMAXSW X15, X5 \
	PSUBW X2, X4 \
	PSUBW X3, X5

// KERNEL gives X4 and X5 the sign that the neighbours add.
#define KERNEL \
	PXOR X14, X4 \
	PXOR X14, X5 \
	PSUBW X14, X4 \
	PSUBW X14, X5

// CONV adds d0 and d1 to the convs of a square.
#define CONV(at, d0, d1) \
	MOVOU at, X8 \
	MOVOU 16+at, X9 \
	MOVO X8, X10 \
	MOVO X9, X11 \
	PADDW d0, X10 \
	PADDW d1, X11 \
	MOVOU X10, at \
	MOVOU X11, 16+at \
	PMAXSW X15, X8 \
	PMAXSW X15, X9 \
	PMAXSW X15, X10 \
	PMAXSW X15, X11 \
	PSUBW X8, X10 \
	PSUBW X9, X11 \
	PADDW X10, X12 \
	PADDW X11, X13

// CONVALONE is CONV for undo, which leaves pooled alone.
#define CONVALONE(at, d0, d1) \
	MOVOU at, X8 \
	MOVOU 16+at, X9 \
	PADDW d0, X8 \
	PADDW d1, X9 \
	MOVOU X8, at \
	MOVOU X9, 16+at

// AROUND does CONV or CONVALONE to the square at AX and its neighbours.
#define AROUND(DO) \
	ADDQ DX, AX \
	DO(0(AX), X0, X1) \
	DO(-32(AX), X4, X5) \
	DO(32(AX), X4, X5) \
	MOVQ AX, R11 \
	SUBQ R9, R11 \
	DO(-32(R11), X4, X5) \
	DO(0(R11), X4, X5) \
	DO(32(R11), X4, X5) \
	ADDQ R9, AX \
	DO(-32(AX), X4, X5) \
	DO(0(AX), X4, X5) \
	DO(32(AX), X4, X5)

// FLUSH adds eight collected numbers to pooled.
#define FLUSH(acc, at) \
	MOVO acc, X8 \
	PSRAW $15, X8 \
	MOVO acc, X9 \
	PUNPCKLWL X8, acc \
	PUNPCKHWL X8, X9 \
	MOVOU at(R10), X8 \
	PADDL X8, acc \
	MOVOU acc, at(R10) \
	MOVOU 16+at(R10), X8 \
	PADDL X8, X9 \
	MOVOU X9, 16+at(R10) \
	PXOR acc, acc

// func updateSSE2(sums, convs, weights *features, pooled *pooled, changes *Change, n, stride int)
TEXT ·updateSSE2(SB), NOSPLIT, $0-56
	MOVQ sums+0(FP), DI
	MOVQ convs+8(FP), DX
	MOVQ weights+16(FP), R8
	MOVQ pooled+24(FP), R10
	MOVQ changes+32(FP), SI
	MOVQ n+40(FP), CX
	MOVQ stride+48(FP), R9
	SHLQ $5, R9
	PXOR X15, X15
	PCMPEQW X14, X14
	PSLLO $8, X14
	PXOR X6, X6
	PXOR X7, X7
	PXOR X12, X12
	PXOR X13, X13

loop:
	SUM(Change_From(SI), Change_To(SI))
	PADDW X4, X6
	PADDW X5, X7
	KERNEL
	AROUND(CONV)
	ADDQ $Change__size, SI
	DECQ CX
	JZ end
	TESTQ $3, CX
	JNZ loop
	FLUSH(X6, 0)
	FLUSH(X7, 32)
	FLUSH(X12, 64)
	FLUSH(X13, 96)
	JMP loop
end:
	FLUSH(X6, 0)
	FLUSH(X7, 32)
	FLUSH(X12, 64)
	FLUSH(X13, 96)
	RET

// func undoSSE2(sums, convs, weights *features, changes *Change, n, stride int)
TEXT ·undoSSE2(SB), NOSPLIT, $0-48
	MOVQ sums+0(FP), DI
	MOVQ convs+8(FP), DX
	MOVQ weights+16(FP), R8
	MOVQ changes+24(FP), SI
	MOVQ n+32(FP), CX
	MOVQ stride+40(FP), R9
	SHLQ $5, R9
	PXOR X15, X15
	PCMPEQW X14, X14
	PSLLO $8, X14

loop:
	SUM(Change_To(SI), Change_From(SI))
	KERNEL
	AROUND(CONVALONE)
	ADDQ $Change__size, SI
	DECQ CX
	JNZ loop
	RET

// The same with AVX2: Y15 holds zeros, Y14 ones as X14 does, Y6 collects as X6 and X7 do, Y12 as X12 and X13 do.

#define SUM32(from, to) \
	MOVWLZX Change_At(SI), AX \
	MOVWLZX from, R11 \
	MOVWLZX to, R12 \
	SHLQ $5, AX \
	SHLQ $5, R11 \
	SHLQ $5, R12 \
	VMOVDQU (R8)(R12*1), Y0 \
	VPSUBW (R8)(R11*1), Y0, Y0 \
	VMOVDQU (DI)(AX*1), Y2 \
	VPADDW Y0, Y2, Y4 \
	VMOVDQU Y4, (DI)(AX*1) \
	VPMAXSW Y15, Y2, Y2 \
	VPMAXSW Y15, Y4, Y4 \
	VPSUBW Y2, Y4, Y4

#define KERNEL32 \
	VPXOR Y14, Y4, Y4 \
	VPSUBW Y14, Y4, Y4

#define CONV32(at, d) \
	VMOVDQU at, Y8 \
	VPADDW d, Y8, Y10 \
	VMOVDQU Y10, at \
	VPMAXSW Y15, Y8, Y8 \
	VPMAXSW Y15, Y10, Y10 \
	VPSUBW Y8, Y10, Y10 \
	VPADDW Y10, Y12, Y12

#define CONVALONE32(at, d) \
	VPADDW at, d, Y8 \
	VMOVDQU Y8, at

#define AROUND32(DO) \
	ADDQ DX, AX \
	DO(0(AX), Y0) \
	DO(-32(AX), Y4) \
	DO(32(AX), Y4) \
	MOVQ AX, R11 \
	SUBQ R9, R11 \
	DO(-32(R11), Y4) \
	DO(0(R11), Y4) \
	DO(32(R11), Y4) \
	ADDQ R9, AX \
	DO(-32(AX), Y4) \
	DO(0(AX), Y4) \
	DO(32(AX), Y4)

#define FLUSH32(acc, half, at) \
	VPMOVSXWD half, Y8 \
	VEXTRACTI128 $1, acc, X9 \
	VPMOVSXWD X9, Y9 \
	VPADDD at(R10), Y8, Y8 \
	VPADDD 32+at(R10), Y9, Y9 \
	VMOVDQU Y8, at(R10) \
	VMOVDQU Y9, 32+at(R10) \
	VPXOR acc, acc, acc

// func updateAVX2(sums, convs, weights *features, pooled *pooled, changes *Change, n, stride int)
TEXT ·updateAVX2(SB), NOSPLIT, $0-56
	MOVQ sums+0(FP), DI
	MOVQ convs+8(FP), DX
	MOVQ weights+16(FP), R8
	MOVQ pooled+24(FP), R10
	MOVQ changes+32(FP), SI
	MOVQ n+40(FP), CX
	MOVQ stride+48(FP), R9
	SHLQ $5, R9
	VPXOR Y15, Y15, Y15
	VPCMPEQW Y14, Y14, Y14
	VPSLLDQ $8, Y14, Y14
	VPXOR Y6, Y6, Y6
	VPXOR Y12, Y12, Y12

loop:
	SUM32(Change_From(SI), Change_To(SI))
	VPADDW Y4, Y6, Y6
	KERNEL32
	AROUND32(CONV32)
	ADDQ $Change__size, SI
	DECQ CX
	JZ end
	TESTQ $3, CX
	JNZ loop
	FLUSH32(Y6, X6, 0)
	FLUSH32(Y12, X12, 64)
	JMP loop

end:
	FLUSH32(Y6, X6, 0)
	FLUSH32(Y12, X12, 64)
	VZEROUPPER
	RET

// func undoAVX2(sums, convs, weights *features, changes *Change, n, stride int)
TEXT ·undoAVX2(SB), NOSPLIT, $0-48
	MOVQ sums+0(FP), DI
	MOVQ convs+8(FP), DX
	MOVQ weights+16(FP), R8
	MOVQ changes+24(FP), SI
	MOVQ n+32(FP), CX
	MOVQ stride+40(FP), R9
	SHLQ $5, R9
	VPXOR Y15, Y15, Y15
	VPCMPEQW Y14, Y14, Y14
	VPSLLDQ $8, Y14, Y14

loop:
	SUM32(Change_To(SI), Change_From(SI))
	KERNEL32
	AROUND32(CONVALONE32)
	ADDQ $Change__size, SI
	DECQ CX
	JNZ loop
	VZEROUPPER
	RET

// func vectorExtensions() (avx2, vnni bool)
TEXT ·vectorExtensions(SB), NOSPLIT, $0-2
	MOVB $0, avx2+0(FP)
	MOVB $0, vnni+1(FP)
	MOVL $0, AX
	CPUID
	CMPL AX, $7
	JLT no
	MOVL $1, AX
	MOVL $0, CX
	CPUID
	ANDL $(1<<27 | 1<<28), CX // OSXSAVE and AVX
	CMPL CX, $(1<<27 | 1<<28)
	JNE no
	MOVL $0, CX
	XGETBV
	MOVL AX, R8
	ANDL $6, AX // the system saves XMM and YMM
	CMPL AX, $6
	JNE no
	MOVL $7, AX
	MOVL $0, CX
	CPUID
	BTL $5, BX // AVX2
	JCC no
	MOVB $1, avx2+0(FP)
	BTL $16, BX // AVX512F
	JCC no
	BTL $30, BX // AVX512BW
	JCC no
	BTL $31, BX // AVX512VL
	JCC no
	BTL $11, CX // AVX512_VNNI
	JCC no
	ANDL $0xe6, R8 // the system saves ZMM and masks too
	CMPL R8, $0xe6
	JNE no
	MOVB $1, vnni+1(FP)
no:
	RET

// PAIR adds two inputs, pair k of four, times their weights to the hidden units in X0 to X3.
#define PAIR(k, in, at) \
	PSHUFD $(k*0x55), in, X8 \
	MOVO X8, X9 \
	MOVO X8, X10 \
	MOVO X8, X11 \
	MOVOU at(DI), X12 \
	PMADDWL X12, X8 \
	PADDL X8, X0 \
	MOVOU 16+at(DI), X12 \
	PMADDWL X12, X9 \
	PADDL X9, X1 \
	MOVOU 32+at(DI), X12 \
	PMADDWL X12, X10 \
	PADDL X10, X2 \
	MOVOU 48+at(DI), X12 \
	PMADDWL X12, X11 \
	PADDL X11, X3

// ALLPAIRS adds the 32 inputs in X4 to X7.
#define ALLPAIRS \
	PAIR(0, X4, 0) \
	PAIR(1, X4, 64) \
	PAIR(2, X4, 128) \
	PAIR(3, X4, 192) \
	PAIR(0, X5, 256) \
	PAIR(1, X5, 320) \
	PAIR(2, X5, 384) \
	PAIR(3, X5, 448) \
	PAIR(0, X6, 512) \
	PAIR(1, X6, 576) \
	PAIR(2, X6, 640) \
	PAIR(3, X6, 704) \
	PAIR(0, X7, 768) \
	PAIR(1, X7, 832) \
	PAIR(2, X7, 896) \
	PAIR(3, X7, 960)

// INPUT reads eight inputs: quarters of pooled in 16 bits.
#define INPUT(at, to) \
	MOVOU (SI)(at*1), to \
	MOVOU 16(SI)(at*1), X8 \
	PSRAL $const_pooledShift, to \
	PSRAL $const_pooledShift, X8 \
	PACKSSLW X8, to

// func hiddenLayer(units *hiddenUnits, weights *pairedWeights, pooled *pooled, low, high *hiddenUnits, side int)
TEXT ·hiddenLayer(SB), NOSPLIT, $0-48
	MOVQ units+0(FP), DX
	MOVQ weights+8(FP), DI
	MOVQ pooled+16(FP), SI
	MOVQ low+24(FP), R8
	MOVQ high+32(FP), R9
	MOVQ side+40(FP), AX
	SHLQ $5, AX
	MOVQ AX, BX
	XORQ $32, BX
	INPUT(AX, X4)
	INPUT(BX, X5)
	ADDQ $64, SI
	INPUT(AX, X6)
	INPUT(BX, X7)
	MOVOU (R8), X0
	MOVOU 16(R8), X1
	MOVOU 32(R8), X2
	MOVOU 48(R8), X3
	MOVOU (R9), X8
	MOVOU 16(R9), X9
	MOVOU 32(R9), X10
	MOVOU 48(R9), X11
	PADDL X8, X0
	PADDL X9, X1
	PADDL X10, X2
	PADDL X11, X3
	ALLPAIRS
	MOVOU X0, (DX)
	MOVOU X1, 16(DX)
	MOVOU X2, 32(DX)
	MOVOU X3, 48(DX)
	RET

// RELUS reads the ReLUs of eight features.
#define RELUS(from, to) \
	MOVOU from, to \
	PMAXSW X15, to

// func scoreSSE2(sums, convs *features, weights *pairedWeights, output *[HiddenSize]int16, board *hiddenUnits,
// at *Square, scores *int32, n int)
TEXT ·scoreSSE2(SB), NOSPLIT, $0-64
	MOVQ sums+0(FP), SI
	MOVQ convs+8(FP), DX
	MOVQ weights+16(FP), DI
	MOVQ output+24(FP), R8
	MOVQ board+32(FP), R9
	MOVQ at+40(FP), R10
	MOVQ scores+48(FP), R11
	MOVQ n+56(FP), CX
	PXOR X15, X15
	MOVOU (R8), X13
	MOVOU 16(R8), X14

next:
	MOVWLZX (R10), AX
	SHLQ $5, AX
	RELUS((SI)(AX*1), X4)
	RELUS(16(SI)(AX*1), X5)
	RELUS((DX)(AX*1), X6)
	RELUS(16(DX)(AX*1), X7)
	MOVOU (R9), X0
	MOVOU 16(R9), X1
	MOVOU 32(R9), X2
	MOVOU 48(R9), X3
	ALLPAIRS
	PSRAL $const_inputShift, X0
	PSRAL $const_inputShift, X1
	PSRAL $const_inputShift, X2
	PSRAL $const_inputShift, X3
	PACKSSLW X1, X0
	PACKSSLW X3, X2
	PMAXSW X15, X0
	PMAXSW X15, X2
	PMADDWL X13, X0
	PMADDWL X14, X2
	PADDL X2, X0
	PSHUFD $0x4e, X0, X1
	PADDL X1, X0
	PSHUFD $0xb1, X0, X1
	PADDL X1, X0
	MOVL X0, (R11)
	ADDQ $2, R10
	ADDQ $4, R11
	DECQ CX
	JNZ next
	RET

// PAIR32 is PAIR for inputs in both halves of Y2 and hidden units in Y0 and Y1.
#define PAIR32(k, at) \
	VPSHUFD $(k*0x55), Y2, Y3 \
	VPMADDWD at(DI), Y3, Y4 \
	VPADDD Y4, Y0, Y0 \
	VPMADDWD 32+at(DI), Y3, Y3 \
	VPADDD Y3, Y1, Y1

// EIGHT32 adds the ReLUs of eight features times their weights.
#define EIGHT32(from, at) \
	VBROADCASTI128 from, Y2 \
	VPMAXSW Y15, Y2, Y2 \
	PAIR32(0, at) \
	PAIR32(1, 64+at) \
	PAIR32(2, 128+at) \
	PAIR32(3, 192+at)

// WRITESCORE writes the score of a square from its hidden units in Y0, in 16 bits and in the order of the output weights
// in Y14, and goes on to the next square.
#define WRITESCORE \
	VPMAXSW Y15, Y0, Y0 \
	VPMADDWD Y14, Y0, Y0 \
	VEXTRACTI128 $1, Y0, X1 \
	VPADDD X1, X0, X0 \
	VPSHUFD $0x4e, X0, X1 \
	VPADDD X1, X0, X0 \
	VPSHUFD $0xb1, X0, X1 \
	VPADDD X1, X0, X0 \
	VMOVD X0, (R11) \
	ADDQ $2, R10 \
	ADDQ $4, R11

// func scoreAVX2(sums, convs *features, weights *pairedWeights, output *[HiddenSize]int16, board *hiddenUnits,
// at *Square, scores *int32, n int)
TEXT ·scoreAVX2(SB), NOSPLIT, $0-64
	MOVQ sums+0(FP), SI
	MOVQ convs+8(FP), DX
	MOVQ weights+16(FP), DI
	MOVQ output+24(FP), R8
	MOVQ board+32(FP), R9
	MOVQ at+40(FP), R10
	MOVQ scores+48(FP), R11
	MOVQ n+56(FP), CX
	VPXOR Y15, Y15, Y15
	VPERMQ $0xd8, (R8), Y14 // the order in which VPACKSSDW packs
	VMOVDQU (R9), Y12
	VMOVDQU 32(R9), Y13

next:
	MOVWLZX (R10), AX
	SHLQ $5, AX
	VMOVDQA Y12, Y0
	VMOVDQA Y13, Y1
	EIGHT32((SI)(AX*1), 0)
	EIGHT32(16(SI)(AX*1), 256)
	EIGHT32((DX)(AX*1), 512)
	EIGHT32(16(DX)(AX*1), 768)
	VPSRAD $const_inputShift, Y0, Y0
	VPSRAD $const_inputShift, Y1, Y1
	VPACKSSDW Y1, Y0, Y0
	WRITESCORE
	DECQ CX
	JNZ next
	VZEROUPPER
	RET

// With AVX512_VNNI a register holds all hidden units, and sixteen more hold all weights. The relus are written to the
// stack, from where each pair is read into all lanes.

// TWORELUS adds two inputs of a square, pair k of sixteen, times the weights in a register.
#define TWORELUS(k, weights, units) VPDPWSSD.BCST (4*k)(R12), weights, units

// func scoreVNNI(sums, convs *features, weights *pairedWeights, output *[HiddenSize]int16, board *hiddenUnits,
// at *Square, scores *int32, n int)
TEXT ·scoreVNNI(SB), NOSPLIT, $64-64
	MOVQ sums+0(FP), SI
	MOVQ convs+8(FP), DX
	MOVQ weights+16(FP), DI
	MOVQ output+24(FP), R8
	MOVQ board+32(FP), R9
	MOVQ at+40(FP), R10
	MOVQ scores+48(FP), R11
	MOVQ n+56(FP), CX
	LEAQ relus-64(SP), R12
	VPXOR Y15, Y15, Y15
	VMOVDQU (R8), Y14
	VMOVDQU32 (R9), Z13
	VMOVDQU32 (DI), Z16
	VMOVDQU32 64(DI), Z17
	VMOVDQU32 128(DI), Z18
	VMOVDQU32 192(DI), Z19
	VMOVDQU32 256(DI), Z20
	VMOVDQU32 320(DI), Z21
	VMOVDQU32 384(DI), Z22
	VMOVDQU32 448(DI), Z23
	VMOVDQU32 512(DI), Z24
	VMOVDQU32 576(DI), Z25
	VMOVDQU32 640(DI), Z26
	VMOVDQU32 704(DI), Z27
	VMOVDQU32 768(DI), Z28
	VMOVDQU32 832(DI), Z29
	VMOVDQU32 896(DI), Z30
	VMOVDQU32 960(DI), Z31

next:
	MOVWLZX (R10), AX
	SHLQ $5, AX
	VPMAXSW (SI)(AX*1), Y15, Y2
	VPMAXSW (DX)(AX*1), Y15, Y3
	VMOVDQU Y2, (R12)
	VMOVDQU Y3, 32(R12)
	VMOVDQA32 Z13, Z0
	VPXORD Z1, Z1, Z1
	TWORELUS(0, Z16, Z0)
	TWORELUS(1, Z17, Z1)
	TWORELUS(2, Z18, Z0)
	TWORELUS(3, Z19, Z1)
	TWORELUS(4, Z20, Z0)
	TWORELUS(5, Z21, Z1)
	TWORELUS(6, Z22, Z0)
	TWORELUS(7, Z23, Z1)
	TWORELUS(8, Z24, Z0)
	TWORELUS(9, Z25, Z1)
	TWORELUS(10, Z26, Z0)
	TWORELUS(11, Z27, Z1)
	TWORELUS(12, Z28, Z0)
	TWORELUS(13, Z29, Z1)
	TWORELUS(14, Z30, Z0)
	TWORELUS(15, Z31, Z1)
	VPADDD Z1, Z0, Z0
	VPSRAD $const_inputShift, Z0, Z0
	VPMOVSDW Z0, Y0
	WRITESCORE
	DECQ CX
	JNZ next
	VZEROUPPER
	RET
