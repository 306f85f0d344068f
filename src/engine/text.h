/*
 * text.h - a string builder.
 *
 * If memory runs out, the text becomes `failed`, and further calls do nothing;
 * so the caller checks once, at the end.
 */
#ifndef ORRERY_ENGINE_TEXT_H
#define ORRERY_ENGINE_TEXT_H

#include "engine/internal.h"

typedef struct engine__text {
    engine *e;
    char *bytes; /* with a zero byte after them, once there are any */
    size_t len;
    size_t capacity;
    bool failed;
} engine__text;

void text__add_len(engine__text *t, const char *s, size_t len);
void text__add(engine__text *t, const char *s);
void text__add_number(engine__text *t, long long n);
/* The value as a string; a value that cannot be converted adds nothing. */
void text__add_value(engine__text *t, JSValueConst value);
void text__add_atom(engine__text *t, JSAtom atom);
void text__free(engine__text *t);
/* A string value; frees the text. JS_EXCEPTION if it failed. */
JSValue text__take(engine__text *t);

#endif
