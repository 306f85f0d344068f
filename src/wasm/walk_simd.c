#include "wasm/walk.h"

bool walk_simd(walker *w)
{
    walk_fail(w, w->op_at, "Wasm SIMD unsupported");
    return true;
}
