/*
 * url.c - the binding "url": what URL.prototype needs of the parser.
 *
 *      parse(input, base)       the text of the URL; undefined: it is none
 *      defineCanParse(URL, slow)   its canParse(), of which slow() does what is
 *                               not given as strings
 *      get(href, part)          a getter's value
 *      set(href, part, value)   the text of the URL that a setter leaves
 *      setToASCII(fn)           fn(name): IDNA, in JavaScript
 *
 * A URL object keeps nothing but this text (url.h says why that suffices). One
 * that is parsed already is returned as it was given, without a copy.
 */
#include "bind/bytes/url_bind.h"

#include "base/utf8.h"

#include <errno.h>
#include <string.h>

#include "bind/bytes/text_memory.h"

typedef struct url_state {
    napi_ref to_ascii;
    napi_ref can_parse;
} url_state;

/* ---- Texts -------------------------------------------------------------- */

int bind_url_text(runtime *r, url_work *w, napi_value string, url_text *out)
{
    engine_chars chars;

    if (engine_get_chars(r->engine, string, &chars) < 0)
        return -ENOMEM;
    if (chars.length == 0) {
        *out = URL_LITERAL("");
        return 0;
    }
    *out = (url_text){ chars.data, chars.length };
    if (!chars.wide && orr__is_ascii(chars.data, chars.length))
        return 0;
    const size_t length = codec_length(CODEC_UTF8, &chars);
    uint8_t *bytes = url_take(w, length);
    if (bytes == NULL)
        return -ENOMEM;
    *out = (url_text){ bytes, codec_write(CODEC_UTF8, &chars, bytes, length) };
    return 0;
}

static bool is_same(url_text text, const url_text *pieces, size_t count,
                    size_t length)
{
    if (text.length != length)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (pieces[i].length > 0 &&
            memcmp(text.data, pieces[i].data, pieces[i].length) != 0)
            return false;
        text = url_from(text, pieces[i].length);
    }
    return true;
}

/* A string of these pieces: `given` if that is the same; NULL with an
 * exception. */
static napi_value url_join(runtime *r, const url_text *pieces, size_t count,
                           size_t length, napi_value given, url_text given_text)
{
    napi_value result;
    void *chars;

    if (given != NULL && is_same(given_text, pieces, count, length))
        return given;
    if (engine_make_string(r->engine, length, false, &chars, &result) < 0)
        return NULL;
    uint8_t *to = chars;
    for (size_t i = 0; i < count; i++) {
        if (pieces[i].length > 0)
            memcpy(to, pieces[i].data, pieces[i].length);
        to += pieces[i].length;
    }
    return result;
}

static napi_value make_href(runtime *r, const url_record *u, napi_value given,
                            url_text given_text)
{
    url_text pieces[URL_PIECES];
    size_t length;
    const size_t count = url_list(u, pieces, &length);

    return url_join(r, pieces, count, length, given, given_text);
}

/* ---- IDNA --------------------------------------------------------------- */

static int to_ascii(url_work *w, url_text name, url_text *out)
{
    runtime *r = w->ctx;
    const url_state *state = BIND_STATE(r, url);
    napi_value fn, receiver, result;

    napi_value arg = bind_decode(r, CODEC_UTF8, name.data, name.length);
    if (arg == NULL ||
        napi_get_reference_value(r->env, state->to_ascii, &fn) != napi_ok ||
        napi_get_undefined(r->env, &receiver) != napi_ok ||
        napi_call_function(r->env, receiver, fn, 1, &arg, &result) != napi_ok)
        return -ECANCELED; /* with an exception */
    return bind_url_text(r, w, result, out);
}

static napi_value js_set_to_ascii(napi_env env, napi_callback_info info)
{
    napi_value fn;
    runtime *r = bind_args(env, info, 1, &fn);
    url_state *state = BIND_STATE(r, url);

    if (state->to_ascii == NULL)
        BIND_OK(napi_create_reference(env, fn, 1, &state->to_ascii));
    return NULL;
}

/* ---- Parsing ------------------------------------------------------------ */

/* The record of args[0] with the base args[1], which may be undefined. */
static int url_parse_args(runtime *r, url_work *w, const napi_value args[2],
                          url_text *text, url_record *u)
{
    url_record base;
    url_text base_text;
    const bool has_base = !bind_is_undefined(r->env, args[1]);
    int err = bind_url_text(r, w, args[0], text);

    if (err == 0 && has_base)
        err = bind_url_text(r, w, args[1], &base_text);
    if (err == 0 && has_base)
        err = url_parse(w, base_text, NULL, &base);
    return err < 0 ? err : url_parse(w, *text, has_base ? &base : NULL, u);
}

static napi_value js_parse(napi_env env, napi_callback_info info)
{
    napi_value args[2], result = NULL;
    url_work w;
    url_text text;
    url_record u;

    runtime *r = bind_args(env, info, 2, args);
    url_open(&w, &bind_text_memory, to_ascii, r);
    const int err = url_parse_args(r, &w, args, &text, &u);
    if (err == 0)
        result = make_href(r, &u, args[0], text);
    url_close(&w);
    if (result == NULL && err != -EINVAL)
        return bind_threw(r);
    return result; /* NULL is undefined */
}

static bool is_string(napi_env env, napi_value v)
{
    napi_valuetype type;

    return napi_typeof(env, v, &type) == napi_ok && type == napi_string;
}

/* URL.canParse(input, base) */
static napi_value js_can_parse(napi_env env, napi_callback_info info)
{
    napi_value args[2], self, fn, result;
    size_t count = 2;
    void *data;
    url_work w;
    url_text text;
    url_record u;

    BIND_OK(napi_get_cb_info(env, info, &count, args, &self, &data));
    runtime *r = data;
    if (napi_get_new_target(env, info, &fn) == napi_ok && fn != NULL) {
        napi_throw_type_error(env, NULL, "URL.canParse is not a constructor");
        return NULL;
    }
    if (!is_string(env, args[0]) ||
        (!is_string(env, args[1]) && !bind_is_undefined(env, args[1]))) {
        const url_state *state = BIND_STATE(r, url);
        BIND_OK(napi_get_reference_value(env, state->can_parse, &fn));
        return napi_call_function(env, self, fn, count < 2 ? count : 2, args,
                                  &result) == napi_ok
                   ? result
                   : NULL;
    }
    url_open(&w, &bind_text_memory, to_ascii, r);
    const int err = url_parse_args(r, &w, args, &text, &u);
    url_close(&w);
    if (err < 0 && err != -EINVAL)
        return bind_threw(r);
    return bind_bool(env, err == 0);
}

static napi_value js_define_can_parse(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    url_state *state = BIND_STATE(r, url);

    if (state->can_parse == NULL)
        BIND_OK(napi_create_reference(env, args[1], 1, &state->can_parse));
    return bind_prototype_method(r, args[0], "canParse", 1, js_can_parse, r);
}

/* ---- Parts -------------------------------------------------------------- */

/* What may stand in a text, and the mark before it if it is not empty. */
static size_t list_marked(const char *mark, url_text text, url_text *pieces)
{
    if (text.length == 0)
        return 0;
    pieces[0] = (url_text){ (const uint8_t *)mark, 1 };
    pieces[1] = text;
    return 2;
}

static size_t list_host(const url_record *u, url_text *pieces)
{
    if (u->host.data == NULL)
        return 0;
    pieces[0] = u->host;
    return 1 + list_marked(":", u->port, pieces + 1);
}

/* The origin of a blob is that of the URL in its path. */
static int list_origin(url_work *w, const url_record *u, url_text *pieces,
                       size_t *count)
{
    url_record inner;

    if (url_is(u->scheme, URL_LITERAL("blob")) && u->opaque) {
        const int err = url_parse(w, u->path, NULL, &inner);
        if (err < 0 && err != -EINVAL)
            return err;
        u = &inner;
        if (err < 0 || (u->kind != URL_HTTP && u->kind != URL_HTTPS))
            inner.kind = URL_OTHER;
    }
    if (u->kind == URL_OTHER || u->kind == URL_FILE) {
        pieces[0] = URL_LITERAL("null");
        *count = 1;
        return 0;
    }
    pieces[0] = u->scheme;
    pieces[1] = URL_LITERAL("://");
    *count = 2 + list_host(u, pieces + 2);
    return 0;
}

static int list_part(url_work *w, const url_record *u, url_part part,
                     url_text *pieces, size_t *count)
{
    *count = 1;
    switch (part) {
    case URL_PROTOCOL:
        pieces[0] = (url_text){ u->scheme.data, u->scheme.length + 1 };
        return 0;
    case URL_USERNAME:
        pieces[0] = u->username;
        return 0;
    case URL_PASSWORD:
        pieces[0] = u->password;
        return 0;
    case URL_HOST:
        *count = list_host(u, pieces);
        return 0;
    case URL_HOSTNAME:
        pieces[0] = u->host;
        return 0;
    case URL_PORT:
        pieces[0] = u->port;
        return 0;
    case URL_PATHNAME:
        pieces[0] = u->path;
        return 0;
    case URL_SEARCH:
        *count = list_marked("?", u->query, pieces);
        return 0;
    case URL_HASH:
        *count = list_marked("#", u->fragment, pieces);
        return 0;
    default:
        return list_origin(w, u, pieces, count);
    }
}

static napi_value js_get(napi_env env, napi_callback_info info)
{
    napi_value args[2], result = NULL;
    url_text href, pieces[URL_PIECES];
    size_t count, length = 0;
    url_work w;
    url_record u;

    runtime *r = bind_args(env, info, 2, args);
    const url_part part = (url_part)bind_to_int(env, args[1]);
    url_open(&w, &bind_text_memory, to_ascii, r);
    if (bind_url_text(r, &w, args[0], &href) == 0) {
        url_scan(href, &u);
        if (list_part(&w, &u, part, pieces, &count) == 0) {
            for (size_t i = 0; i < count; i++)
                length += pieces[i].length;
            result = url_join(r, pieces, count, length, NULL, href);
        }
    }
    url_close(&w);
    return result != NULL ? result : bind_threw(r);
}

static napi_value js_set(napi_env env, napi_callback_info info)
{
    napi_value args[3], result = NULL;
    url_text href, value;
    url_work w;
    url_record u;

    runtime *r = bind_args(env, info, 3, args);
    const url_part part = (url_part)bind_to_int(env, args[1]);
    url_open(&w, &bind_text_memory, to_ascii, r);
    if (bind_url_text(r, &w, args[0], &href) == 0 &&
        bind_url_text(r, &w, args[2], &value) == 0) {
        url_scan(href, &u);
        const int err = url_set(&w, &u, part, value);
        if (err == 0)
            result = make_href(r, &u, args[0], href);
        else if (err == -EINVAL)
            result = args[0];
    }
    url_close(&w);
    return result != NULL ? result : bind_threw(r);
}

/* ---- The binding -------------------------------------------------------- */

static napi_status url_init(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "parse", js_parse },
        { "defineCanParse", js_define_can_parse },
        { "get", js_get },
        { "set", js_set },
        { "setToASCII", js_set_to_ascii },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
    bind_form_methods(r, exports);
    return napi_ok;
}

static void close_url(runtime *r)
{
    url_state *state = BIND_STATE(r, url);

    if (state->to_ascii != NULL)
        napi_delete_reference(r->env, state->to_ascii);
    if (state->can_parse != NULL)
        napi_delete_reference(r->env, state->can_parse);
}

const bind_entry bind_entry_url = { .name = "url",
                                    .init = url_init,
                                    .close = close_url,
                                    .state = sizeof(url_state) };
