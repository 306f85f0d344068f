/*
 * http.h - what the files of the binding "http" share: http/parser.c reads
 * messages, http/head.c writes responses.
 */
#ifndef ORRERY_BIND_HTTP_H
#define ORRERY_BIND_HTTP_H

#include "bind/bind.h"

/* Bytes that are put together out of pieces. */
typedef struct http_text {
    char *bytes;
    size_t length, capacity;
} http_text;

/* 0, or -ENOMEM, and then it is as before. */
int http_append(http_text *t, const char *bytes, size_t n);
void http_free_text(http_text *t);

/* What the binding keeps in a runtime. */
typedef struct http_state {
    http_text text;          /* of the head that is being made */
    char date[80];           /* of the header Date; empty: not made yet */
    uint64_t date_until_ms;  /* on the loop's clock */
    engine_names *read_names, *set_names; /* properties of messages */
    engine_names *callback_names;         /* functions of parsers */
} http_state;

/* http/head.c */
napi_status bind_http_open_head(runtime *r, napi_value exports);
void bind_http_close_head(runtime *r);

#endif
