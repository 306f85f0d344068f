/*
 * spkac.c - signed public keys with a challenge (SPKAC, of Netscape),
 * for crypto.Certificate: whether one is signed by its own key, that key, and
 * the challenge. What cannot be read is not an error, but undefined.
 */
#include <limits.h>

#include "bind/crypto/crypto.h"

/* The end of what counts: after it is white space only. */
static size_t trimmed_length(const bind_bytes *bytes)
{
    size_t n = bytes->length;

    while (n > 0) {
        const uint8_t last = ((const uint8_t *)bytes->data)[n - 1];
        if (last != ' ' && last != '\n' && last != '\r' && last != '\t')
            break;
        n--;
    }
    return n;
}

/* NULL if the bytes are not an SPKAC in base64. lib/ has checked that their
 * number is an int. */
static NETSCAPE_SPKI *read_spki(runtime *r, const crypto *c, napi_value view)
{
    bind_bytes bytes;

    if (!bind_to_bytes(r->env, view, &bytes) || bytes.length > INT_MAX)
        return NULL;
    const size_t n = trimmed_length(&bytes);
    NETSCAPE_SPKI *spki =
        n == 0 ? NULL
               : c->NETSCAPE_SPKI_b64_decode((char *)bytes.data, (int)n);
    c->ERR_clear_error();
    return spki;
}

static bool is_signed_by_itself(const crypto *c, NETSCAPE_SPKI *spki)
{
    EVP_PKEY *pkey = c->NETSCAPE_SPKI_get_pubkey(spki);
    const bool valid = pkey && c->NETSCAPE_SPKI_verify(spki, pkey) > 0;

    c->EVP_PKEY_free(pkey);
    c->ERR_clear_error();
    return valid;
}

/* verifySpkac(bytes) */
static napi_value js_verify(napi_env env, napi_callback_info info)
{
    napi_value args[1];
    runtime *r = bind_args(env, info, 1, args);
    const crypto *c = bind_crypto(r);
    NETSCAPE_SPKI *spki = c ? read_spki(r, c, args[0]) : NULL;

    if (spki == NULL)
        return NULL;
    const bool valid = is_signed_by_itself(c, spki);
    c->NETSCAPE_SPKI_free(spki);
    return bind_bool(env, valid);
}

/* spkacKey(bytes): the object of its public key. */
static napi_value js_key(napi_env env, napi_callback_info info)
{
    napi_value args[1];
    runtime *r = bind_args(env, info, 1, args);
    const crypto *c = bind_crypto(r);
    NETSCAPE_SPKI *spki = c ? read_spki(r, c, args[0]) : NULL;

    if (spki == NULL)
        return NULL;
    EVP_PKEY *pkey = c->NETSCAPE_SPKI_get_pubkey(spki);
    c->NETSCAPE_SPKI_free(spki);
    c->ERR_clear_error();
    return pkey ? bind_crypto_wrap_key(r, pkey) : NULL;
}

/* spkacChallenge(bytes): a Buffer of UTF-8. */
static napi_value js_challenge(napi_env env, napi_callback_info info)
{
    napi_value args[1], result = NULL;
    runtime *r = bind_args(env, info, 1, args);
    const crypto *c = bind_crypto(r);
    NETSCAPE_SPKI *spki = c ? read_spki(r, c, args[0]) : NULL;
    unsigned char *text = NULL;

    if (spki == NULL)
        return NULL;
    const int n = c->ASN1_STRING_to_UTF8(&text, spki->spkac->challenge);
    if (n >= 0)
        result = bind_crypto_buffer(r, text, (size_t)n);
    c->CRYPTO_free(text, __FILE__, __LINE__);
    c->NETSCAPE_SPKI_free(spki);
    c->ERR_clear_error();
    return result;
}

void bind_crypto_spkac(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "verifySpkac", js_verify },
        { "spkacKey", js_key },
        { "spkacChallenge", js_challenge },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
}
