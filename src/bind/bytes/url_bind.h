/* url_bind.h - what the files of the binding "url" share. */
#ifndef ORRERY_BIND_URL_BIND_H
#define ORRERY_BIND_URL_BIND_H

#include "bind/bytes/buffer.h"
#include "text/url.h"

/*
 * A string as UTF-8; half a surrogate pair becomes U+FFFD. It stays while the
 * handle does, and the url_work.
 *
 * Errors: -ENOMEM, also if it is no string.
 */
int bind_url_text(runtime *r, url_work *w, napi_value string, url_text *out);

/* url_form.c */
void bind_form_methods(runtime *r, napi_value exports);

#endif
