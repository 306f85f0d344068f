/* text.c - see text.h. */
#include "engine/text.h"

#include <stdio.h>
#include <string.h>

static bool text_reserve(engine__text *t, size_t len)
{
    if (t->failed)
        return false;
    if (t->len + len < t->capacity)
        return true;
    size_t capacity = t->capacity ? t->capacity * 2 : 256;
    while (capacity <= t->len + len)
        capacity *= 2;
    char *bytes = orr__resize(&t->e->alloc, t->bytes, capacity);
    if (bytes == NULL) {
        t->failed = true;
        return false;
    }
    t->bytes = bytes;
    t->capacity = capacity;
    return true;
}

void text__add_len(engine__text *t, const char *s, size_t len)
{
    if (!text_reserve(t, len))
        return;
    memcpy(t->bytes + t->len, s, len);
    t->len += len;
    t->bytes[t->len] = 0;
}

void text__add(engine__text *t, const char *s)
{
    text__add_len(t, s, strlen(s));
}

void text__add_number(engine__text *t, long long n)
{
    char digits[32];

    snprintf(digits, sizeof digits, "%lld", n);
    text__add(t, digits);
}

void text__add_value(engine__text *t, JSValueConst value)
{
    size_t len;
    const char *s = JS_ToCStringLen(t->e->ctx, &len, value);

    if (s == NULL) {
        JS_FreeValue(t->e->ctx, JS_GetException(t->e->ctx));
        return;
    }
    text__add_len(t, s, len);
    JS_FreeCString(t->e->ctx, s);
}

void text__add_atom(engine__text *t, JSAtom atom)
{
    const char *s = JS_AtomToCString(t->e->ctx, atom);

    if (s != NULL)
        text__add(t, s);
    JS_FreeCString(t->e->ctx, s);
}

void text__free(engine__text *t)
{
    orr__free(&t->e->alloc, t->bytes);
    t->bytes = NULL;
    t->len = t->capacity = 0;
}

static JSValue make_string(const engine__text *t)
{
    if (JS_HasException(t->e->ctx))
        return JS_EXCEPTION; /* a part of it could not be made */
    if (t->failed)
        return JS_ThrowOutOfMemory(t->e->ctx);
    return JS_NewStringLen(t->e->ctx, t->bytes ? t->bytes : "", t->len);
}

JSValue text__take(engine__text *t)
{
    JSValue value = make_string(t);

    text__free(t);
    return value;
}
