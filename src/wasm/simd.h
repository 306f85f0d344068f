#ifndef ORRERY_WASM_SIMD_H
#define ORRERY_WASM_SIMD_H
#endif
