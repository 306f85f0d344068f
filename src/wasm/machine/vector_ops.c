/*
 * vector_ops.c - which instructions of SIMD the processor has (x86-64), and by
 * which bytes.
 */
#include "wasm/machine/vector.h"

#if defined(__x86_64__)

#define P(op) { 0x66, 0, op, -1 }
#define P38(op) { 0x66, 0x38, op, -1 }
#define PS(op) { 0, 0, op, -1 }
#define ROUND(op, how) { 0x66, 0x3a, op, how }
#define CMP32(how) { 0, 0, 0xc2, how }
#define CMP64(how) { 0x66, 0, 0xc2, how }
#define ARITHMETIC(code, swaps, lanes)                                         \
    { KIND_SIMPLE, code, swaps, false, lanes, lanes, 0 }
#define COMPARE(code, lanes)                                                   \
    { KIND_SIMPLE, code, false, false, 0, lanes, 0 }
#define SIMPLE(x) { .kind = KIND_SIMPLE, .code = x, .swaps = true }
#define ORDERED(x) { .kind = KIND_SIMPLE, .code = x }
#define UNARY(x) { .kind = KIND_UNARY, .code = x }
#define HIGH(x) { .kind = KIND_HIGH, .code = x }
#define OTHER(kind_, code_, extra_)                                            \
    { .kind = kind_, .code = code_, .extra = extra_ }

/* clang-format off */
const vector_op vector_ops[256] = {
    /* eq, ne, lt_s, lt_u, gt_s, gt_u, le_s, le_u, ge_s, ge_u */
#define INTEGERS(first, eq, gt, min, max)                                      \
    [first] = SIMPLE(P(eq)),                                                   \
    [first + 1] = { KIND_SIMPLE, P(eq), true, true, 0, 0, 0 },                 \
    [first + 2] = { KIND_REVERSED, P(gt), false, false, 0, 0, 0 },             \
    [first + 3] = { KIND_COMPARES, max, false, true, 0, 0, eq },               \
    [first + 4] = ORDERED(P(gt)),                                              \
    [first + 5] = { KIND_COMPARES, min, false, true, 0, 0, eq },               \
    [first + 6] = { KIND_SIMPLE, P(gt), false, true, 0, 0, 0 },                \
    [first + 7] = { KIND_COMPARES, min, false, false, 0, 0, eq },              \
    [first + 8] = { KIND_REVERSED, P(gt), false, true, 0, 0, 0 },              \
    [first + 9] = { KIND_COMPARES, max, false, false, 0, 0, eq },
    INTEGERS(35, 0x74, 0x64, P(0xda), P(0xde))
    INTEGERS(45, 0x75, 0x65, P38(0x3a), P38(0x3e))
    INTEGERS(55, 0x76, 0x66, P38(0x3b), P38(0x3f))
    [65] = COMPARE(CMP32(0), LANES_32),
    [66] = COMPARE(CMP32(4), LANES_32),
    [67] = COMPARE(CMP32(1), LANES_32),
    [68] = { KIND_REVERSED, CMP32(1), false, false, 0, LANES_32, 0 },
    [69] = COMPARE(CMP32(2), LANES_32),
    [70] = { KIND_REVERSED, CMP32(2), false, false, 0, LANES_32, 0 },
    [71] = COMPARE(CMP64(0), LANES_64),
    [72] = COMPARE(CMP64(4), LANES_64),
    [73] = COMPARE(CMP64(1), LANES_64),
    [74] = { KIND_REVERSED, CMP64(1), false, false, 0, LANES_64, 0 },
    [75] = COMPARE(CMP64(2), LANES_64),
    [76] = { KIND_REVERSED, CMP64(2), false, false, 0, LANES_64, 0 },
    [78] = SIMPLE(P(0xdb)),
    [79] = { KIND_REVERSED, P(0xdf), false, false, 0, 0, 0 }, /* andnot */
    [80] = SIMPLE(P(0xeb)),
    [81] = SIMPLE(P(0xef)),
    [94] = { KIND_UNARY, P(0x5a), false, false, LANES_32, LANES_64, 0 },
    [95] = { KIND_UNARY, PS(0x5a), false, false, LANES_64, LANES_32, 0 },
    [96] = UNARY(P38(0x1c)),
    [97] = OTHER(KIND_NEGATE, P(0xf8), 0),
    [101] = ORDERED(P(0x63)), /* narrow */
    [102] = ORDERED(P(0x67)),
    [103] = { KIND_UNARY, ROUND(8, 10), false, false, LANES_32, LANES_32, 0 },
    [104] = { KIND_UNARY, ROUND(8, 9), false, false, LANES_32, LANES_32, 0 },
    [105] = { KIND_UNARY, ROUND(8, 11), false, false, LANES_32, LANES_32, 0 },
    [106] = { KIND_UNARY, ROUND(8, 8), false, false, LANES_32, LANES_32, 0 },
    [116] = { KIND_UNARY, ROUND(9, 10), false, false, LANES_64, LANES_64, 0 },
    [117] = { KIND_UNARY, ROUND(9, 9), false, false, LANES_64, LANES_64, 0 },
    [122] = { KIND_UNARY, ROUND(9, 11), false, false, LANES_64, LANES_64, 0 },
    [148] = { KIND_UNARY, ROUND(9, 8), false, false, LANES_64, LANES_64, 0 },
    [110] = SIMPLE(P(0xfc)), /* add, add_sat, sub, sub_sat */
    [111] = SIMPLE(P(0xec)),
    [112] = SIMPLE(P(0xdc)),
    [113] = ORDERED(P(0xf8)),
    [114] = ORDERED(P(0xe8)),
    [115] = ORDERED(P(0xd8)),
    [118] = SIMPLE(P38(0x38)), /* min, max */
    [119] = SIMPLE(P(0xda)),
    [120] = SIMPLE(P38(0x3c)),
    [121] = SIMPLE(P(0xde)),
    [123] = SIMPLE(P(0xe0)), /* avgr_u */
    [128] = UNARY(P38(0x1d)),
    [129] = OTHER(KIND_NEGATE, P(0xf9), 0),
    [133] = ORDERED(P(0x6b)),
    [134] = ORDERED(P38(0x2b)),
    [135] = UNARY(P38(0x20)), /* extend */
    [136] = HIGH(P38(0x20)),
    [137] = UNARY(P38(0x30)),
    [138] = HIGH(P38(0x30)),
    [139] = OTHER(KIND_SHIFT, P(0xf1), 15),
    [140] = OTHER(KIND_SHIFT, P(0xe1), 15),
    [141] = OTHER(KIND_SHIFT, P(0xd1), 15),
    [142] = SIMPLE(P(0xfd)),
    [143] = SIMPLE(P(0xed)),
    [144] = SIMPLE(P(0xdd)),
    [145] = ORDERED(P(0xf9)),
    [146] = ORDERED(P(0xe9)),
    [147] = ORDERED(P(0xd9)),
    [149] = SIMPLE(P(0xd5)),
    [150] = SIMPLE(P(0xea)),
    [151] = SIMPLE(P38(0x3a)),
    [152] = SIMPLE(P(0xee)),
    [153] = SIMPLE(P38(0x3e)),
    [155] = SIMPLE(P(0xe3)),
    [156] = OTHER(KIND_LONG_MUL, P(0xd5), 0x20),
    [157] = OTHER(KIND_LONG_MUL, P(0xd5), 0x20),
    [158] = OTHER(KIND_LONG_MUL, P(0xd5), 0x30),
    [159] = OTHER(KIND_LONG_MUL, P(0xd5), 0x30),
    [160] = UNARY(P38(0x1e)),
    [161] = OTHER(KIND_NEGATE, P(0xfa), 0),
    [167] = UNARY(P38(0x23)),
    [168] = HIGH(P38(0x23)),
    [169] = UNARY(P38(0x33)),
    [170] = HIGH(P38(0x33)),
    [171] = OTHER(KIND_SHIFT, P(0xf2), 31),
    [172] = OTHER(KIND_SHIFT, P(0xe2), 31),
    [173] = OTHER(KIND_SHIFT, P(0xd2), 31),
    [174] = SIMPLE(P(0xfe)),
    [177] = ORDERED(P(0xfa)),
    [181] = SIMPLE(P38(0x40)),
    [182] = SIMPLE(P38(0x39)),
    [183] = SIMPLE(P38(0x3b)),
    [184] = SIMPLE(P38(0x3d)),
    [185] = SIMPLE(P38(0x3f)),
    [186] = SIMPLE(P(0xf5)), /* dot */
    [188] = OTHER(KIND_LONG_MUL, P38(0x40), 0x23),
    [189] = OTHER(KIND_LONG_MUL, P38(0x40), 0x23),
    [190] = OTHER(KIND_LONG_MUL, P38(0x40), 0x33),
    [191] = OTHER(KIND_LONG_MUL, P38(0x40), 0x33),
    [193] = OTHER(KIND_NEGATE, P(0xfb), 0),
    [199] = UNARY(P38(0x25)),
    [200] = HIGH(P38(0x25)),
    [201] = UNARY(P38(0x35)),
    [202] = HIGH(P38(0x35)),
    [203] = OTHER(KIND_SHIFT, P(0xf3), 63),
    [205] = OTHER(KIND_SHIFT, P(0xd3), 63),
    [206] = SIMPLE(P(0xd4)),
    [209] = ORDERED(P(0xfb)),
    [214] = SIMPLE(P38(0x29)),
    [215] = { KIND_SIMPLE, P38(0x29), true, true, 0, 0, 0 },
    [220] = OTHER(KIND_WIDE_MUL, P38(0x28), 0x50),
    [221] = OTHER(KIND_WIDE_MUL, P38(0x28), 0xfa),
    [222] = OTHER(KIND_WIDE_MUL, P(0xf4), 0x50),
    [223] = OTHER(KIND_WIDE_MUL, P(0xf4), 0xfa),
    [224] = OTHER(KIND_SIGN, PS(0x54), 1), /* abs, neg */
    [225] = OTHER(KIND_SIGN, PS(0x57), 31),
    [236] = OTHER(KIND_SIGN, P(0x54), 65),
    [237] = OTHER(KIND_SIGN, P(0x57), 127),
    [227] = { KIND_UNARY, PS(0x51), false, false, LANES_32, LANES_32, 0 },
    [228] = ARITHMETIC(PS(0x58), true, LANES_32),
    [229] = ARITHMETIC(PS(0x5c), false, LANES_32),
    [230] = ARITHMETIC(PS(0x59), true, LANES_32),
    [231] = ARITHMETIC(PS(0x5e), false, LANES_32),
    [232] = { KIND_FLOAT_MIN, PS(0x5d), false, false, LANES_32, LANES_32, 0 },
    [233] = { KIND_FLOAT_MAX, PS(0x5f), false, false, LANES_32, LANES_32, 0 },
    [234] = { KIND_REVERSED, PS(0x5d), false, false, 0, 0, 0 }, /* pmin */
    [235] = { KIND_REVERSED, PS(0x5f), false, false, 0, 0, 0 },
    [239] = { KIND_UNARY, P(0x51), false, false, LANES_64, LANES_64, 0 },
    [240] = ARITHMETIC(P(0x58), true, LANES_64),
    [241] = ARITHMETIC(P(0x5c), false, LANES_64),
    [242] = ARITHMETIC(P(0x59), true, LANES_64),
    [243] = ARITHMETIC(P(0x5e), false, LANES_64),
    [244] = { KIND_FLOAT_MIN, P(0x5d), false, false, LANES_64, LANES_64, 0 },
    [245] = { KIND_FLOAT_MAX, P(0x5f), false, false, LANES_64, LANES_64, 0 },
    [246] = { KIND_REVERSED, P(0x5d), false, false, 0, 0, 0 },
    [247] = { KIND_REVERSED, P(0x5f), false, false, 0, 0, 0 },
    [250] = UNARY(PS(0x5b)), /* convert */
    [254] = { KIND_UNARY, { 0xf3, 0, 0xe6, -1 }, false, false, 0, 0, 0 },
};
/* clang-format on */

bool machine_has_vectors(void)
{
    return __builtin_cpu_supports("sse4.1") != 0;
}

bool machine_has(uint32_t op)
{
    switch (op) {
    case 0x69:
    case 0x7b:
        return __builtin_cpu_supports("popcnt");
    case 0x91:
    case 0x9f:
        return true;
    case 0x8d:
    case 0x8e:
    case 0x8f:
    case 0x90:
    case 0x9b:
    case 0x9c:
    case 0x9d:
    case 0x9e:
        return machine_has_vectors();
    default:
        break;
    }
    if (op < WASM_OP_SIMD || op >= WASM_OP_SIMD_FAR + 0x100 ||
        !machine_has_vectors())
        return false;
    if (lane_has(op))
        return true;
    if (op >= WASM_OP_SIMD + 0x100)
        return false;
    const uint32_t number = op - WASM_OP_SIMD;
    return vector_ops[number].kind != KIND_NONE || number == OP_SWIZZLE ||
           number == OP_NOT || number == WASM_SIMD_SHUFFLE ||
           number == WASM_SIMD_BITSELECT;
}

uint8_t vector_makes(uint32_t op)
{
    return op - WASM_OP_SIMD < 0x100 ? vector_ops[op - WASM_OP_SIMD].makes : 0;
}

#else

bool machine_has(uint32_t op)
{
    (void)op;
    return false;
}

bool machine_has_vectors(void)
{
    return false;
}

uint8_t vector_makes(uint32_t op)
{
    (void)op;
    return 0;
}

#endif
