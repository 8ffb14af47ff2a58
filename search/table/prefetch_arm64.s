#include "textflag.h"

// func Prefetch(at unsafe.Pointer)
TEXT ·Prefetch(SB), NOSPLIT, $0-8
	MOVD at+0(FP), R0
	PRFM (R0), PLDL1KEEP
	RET
