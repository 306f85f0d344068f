/*
 * settings.c - what holds for OpenSSL in the whole process: its configuration
 * file, FIPS mode, and the secure heap, where it keeps keys apart.
 */
#include <stdlib.h>

#include "bind/crypto/crypto.h"

/* loadConfig(file, section): whether it was read, and there is chance after
 * it. */
static napi_value js_load_config(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    const crypto *c = bind_crypto(r);
    char *file = c ? bind_to_string(env, args[0], NULL) : NULL;
    char *section = file ? bind_to_string(env, args[1], NULL) : NULL;
    OPENSSL_INIT_SETTINGS *settings = section ? c->OPENSSL_INIT_new() : NULL;
    uint8_t byte;
    bool is_ready = false;

    if (settings != NULL) {
        c->OPENSSL_INIT_set_config_filename(settings, file);
        c->OPENSSL_INIT_set_config_appname(settings, section);
        is_ready =
            c->OPENSSL_init_crypto(OPENSSL_INIT_LOAD_CONFIG, settings) == 1 &&
            c->RAND_bytes_ex(NULL, &byte, 1, 0) == 1;
        c->OPENSSL_INIT_free(settings);
        c->ERR_clear_error();
    }
    free(file);
    free(section);
    return c ? bind_bool(env, is_ready) : NULL;
}

/* ---- FIPS mode ----------------------------------------------------------- */

static napi_value js_get_fips(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    const crypto *c = bind_crypto(r);

    return c ? bind_bool(env, c->EVP_default_properties_is_fips_enabled(NULL))
             : NULL;
}

/* setFips(on): only algorithms of a FIPS provider are found from now on, and
 * none if there is no such provider. */
static napi_value js_set_fips(napi_env env, napi_callback_info info)
{
    napi_value args[1];
    runtime *r = bind_args(env, info, 1, args);
    const crypto *c = bind_crypto(r);

    if (c == NULL)
        return NULL;
    if (c->EVP_default_properties_enable_fips(NULL,
                                              bind_to_bool(env, args[0])) != 1)
        return bind_crypto_throw(r, "FIPS mode cannot be set");
    return bind_undefined(env);
}

/* ---- The secure heap ----------------------------------------------------- */

/* startSecureHeap(size, least): once a process, before there is a key. */
static napi_value js_start_heap(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    const crypto *c = bind_crypto(r);

    if (c == NULL)
        return NULL;
    return bind_bool(
        env, c->CRYPTO_secure_malloc_initialized() == 1 ||
                 c->CRYPTO_secure_malloc_init(bind_to_size(env, args[0]),
                                              bind_to_size(env, args[1])) != 0);
}

/* secureUsed(): bytes of it that are in use. */
static napi_value js_secure_used(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    const crypto *c = bind_crypto(r);

    return c ? bind_int(env, (int64_t)c->CRYPTO_secure_used()) : NULL;
}

void bind_crypto_settings(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "loadConfig", js_load_config }, { "getFips", js_get_fips },
        { "setFips", js_set_fips },       { "startSecureHeap", js_start_heap },
        { "secureUsed", js_secure_used }, { NULL, NULL },
    };

    bind_methods(r, exports, functions);
}
