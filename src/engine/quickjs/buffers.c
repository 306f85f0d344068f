/*
 * buffers.c - ArrayBuffers whose bytes are the engine's own: they are counted
 * as buffers, and not as a part of the heap.
 */
JSValue JS_NewOwnArrayBuffer(JSContext *ctx, uint8_t *bytes, size_t length);

/* Takes the bytes, which are of js_malloc(); not if it fails. */
JSValue JS_NewOwnArrayBuffer(JSContext *ctx, uint8_t *bytes, size_t length)
{
    return JS_NewArrayBuffer(ctx, bytes, length, 0, js_array_buffer_realloc,
                             NULL, false);
}
