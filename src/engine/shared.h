/*
 * shared.h - what the binding of WebAssembly asks of the engine beyond
 * engine.h.
 */
#ifndef ORRERY_ENGINE_SHARED_H
#define ORRERY_ENGINE_SHARED_H

#include "engine/engine.h"

/*
 * A SharedArrayBuffer of bytes that are the caller's, for as long as one of
 * these buffers, or a clone of it, exists in any engine: acquire(bytes) is
 * called when the first is made, and release(bytes) when the last one is gone,
 * by any thread. The 64 bytes before them are the engine's; they are zero at
 * first.
 *
 * Errors: ENGINE_THREW.
 */
int engine_new_shared(engine *e, void *bytes, size_t len,
                      void (*acquire)(void *bytes),
                      void (*release)(void *bytes), napi_value *out);

/* Is the exception that is pending one that nothing can catch? */
bool engine_is_ending(engine *e);

#endif
