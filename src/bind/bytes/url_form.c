/*
 * url_form.c - application/x-www-form-urlencoded, which URLSearchParams reads
 * and writes: "name=value&name=value", with spaces as "+".
 */
#include "bind/bytes/url_bind.h"

#include <stdlib.h>
#include <string.h>

#include "bind/bytes/text_memory.h"

/* ---- From text ---------------------------------------------------------- */

/* A name or value as a string; NULL with an exception. */
static napi_value form_decode(runtime *r, url_work *w, url_text text)
{
    uint8_t *const at = w->at;
    uint8_t *bytes = url_take(w, text.length);

    if (bytes == NULL)
        return bind_threw(r);
    for (size_t i = 0; i < text.length; i++)
        bytes[i] = text.data[i] == '+' ? ' ' : text.data[i];
    const size_t n =
        url_percent_decode((url_text){ bytes, text.length }, bytes);
    napi_value string = bind_decode(r, CODEC_UTF8, bytes, n);
    if (w->at == at + text.length)
        url_keep(w, at); /* nothing of it is used any more */
    return string;
}

static bool add_pair(runtime *r, url_work *w, napi_value list, uint32_t *count,
                     url_text pair)
{
    const uint8_t *equals = memchr(pair.data, '=', pair.length);
    const size_t n = equals ? (size_t)(equals - pair.data) : pair.length;
    const url_text value = url_from(pair, equals ? n + 1 : n);
    napi_handle_scope scope;

    if (napi_open_handle_scope(r->env, &scope) != napi_ok)
        return false;
    napi_value strings[2] = { form_decode(r, w, url_first(pair, n)), NULL };
    if (strings[0] != NULL)
        strings[1] = form_decode(r, w, value);
    bool ok = strings[1] != NULL;
    for (size_t i = 0; ok && i < 2; i++)
        ok = napi_set_element(r->env, list, (*count)++, strings[i]) == napi_ok;
    napi_close_handle_scope(r->env, scope);
    return ok;
}

/* parseForm(text): names and values by turns. A "?" in front is left out. */
static napi_value js_parse(napi_env env, napi_callback_info info)
{
    napi_value arg, list;
    url_work w;
    url_text text;
    uint32_t count = 0;

    runtime *r = bind_args(env, info, 1, &arg);
    url_open(&w, &bind_text_memory, NULL, NULL);
    bool ok = bind_url_text(r, &w, arg, &text) == 0 &&
              napi_create_array(env, &list) == napi_ok;
    if (ok && text.length > 0 && text.data[0] == '?')
        text = url_from(text, 1);
    while (ok && text.length > 0) {
        const uint8_t *end = memchr(text.data, '&', text.length);
        const size_t n = end ? (size_t)(end - text.data) : text.length;
        if (n > 0)
            ok = add_pair(r, &w, list, &count, url_first(text, n));
        text = url_from(text, end ? n + 1 : n);
    }
    url_close(&w);
    return ok ? list : bind_threw(r);
}

/* ---- To text ------------------------------------------------------------ */

typedef struct form_text {
    uint8_t *data;
    size_t length;
    size_t capacity;
    uint8_t first[512];
} form_text;

/* Space for so many bytes more; NULL without memory. */
static uint8_t *form_reserve(form_text *f, size_t size)
{
    if (size > f->capacity - f->length) {
        const size_t capacity = 2 * f->capacity + size;
        uint8_t *data = realloc(f->data == f->first ? NULL : f->data, capacity);
        if (data == NULL)
            return NULL;
        if (f->data == f->first)
            memcpy(data, f->first, f->length);
        f->data = data;
        f->capacity = capacity;
    }
    return f->data + f->length;
}

static bool is_plain(uint8_t c)
{
    return url_is_letter(c) || url_is_digit(c) || c == '*' || c == '-' ||
           c == '.' || c == '_';
}

/* Add a name or value, and the character that stands before it. */
static bool form_encode(runtime *r, form_text *f, napi_value string,
                        char before)
{
    static const char digits[] = "0123456789ABCDEF";
    url_work w;
    url_text text;

    url_open(&w, &bind_text_memory, NULL, NULL);
    uint8_t *to = bind_url_text(r, &w, string, &text) == 0
                      ? form_reserve(f, 3 * text.length + 1)
                      : NULL;
    if (to != NULL) {
        if (before != 0)
            *to++ = (uint8_t)before;
        for (size_t i = 0; i < text.length; i++) {
            const uint8_t c = text.data[i];
            if (is_plain(c)) {
                *to++ = c;
            } else if (c == ' ') {
                *to++ = '+';
            } else {
                *to++ = '%';
                *to++ = (uint8_t)digits[c >> 4];
                *to++ = (uint8_t)digits[c & 15];
            }
        }
        f->length = (size_t)(to - f->data);
    }
    url_close(&w);
    return to != NULL;
}

static bool encode_item(runtime *r, form_text *f, napi_value list, uint32_t i)
{
    napi_handle_scope scope;
    napi_value string;

    if (napi_open_handle_scope(r->env, &scope) != napi_ok)
        return false;
    const char before = i == 0 ? 0 : i % 2 ? '=' : '&';
    const bool ok = napi_get_element(r->env, list, i, &string) == napi_ok &&
                    form_encode(r, f, string, before);
    napi_close_handle_scope(r->env, scope);
    return ok;
}

/* serializeForm(list): the text of names and values, which come by turns. */
static napi_value js_serialize(napi_env env, napi_callback_info info)
{
    napi_value list, result = NULL;
    form_text f;
    uint32_t count = 0;

    runtime *r = bind_args(env, info, 1, &list);
    f.data = f.first;
    f.length = 0;
    f.capacity = sizeof f.first;
    bool ok = napi_get_array_length(env, list, &count) == napi_ok;
    for (uint32_t i = 0; ok && i < count; i++)
        ok = encode_item(r, &f, list, i);
    void *chars;
    ok = ok &&
         engine_make_string(r->engine, f.length, false, &chars, &result) == 0;
    if (ok && f.length > 0)
        memcpy(chars, f.data, f.length);
    if (f.data != f.first)
        free(f.data);
    return ok ? result : bind_threw(r);
}

void bind_form_methods(runtime *r, napi_value exports)
{
    bind_method(r, exports, "parseForm", js_parse);
    bind_method(r, exports, "serializeForm", js_serialize);
}
