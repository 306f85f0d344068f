/*
 * key.c - keys of pairs: read from PEM and DER, written as such,
 * compared, and what is known of them.
 *
 * A key is an object with an EVP_PKEY behind it. Whether it is shown as a
 * public or as a private key is lib/'s to know: a private key has both parts.
 * JSON Web Keys are made in lib/ out of DER.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bind/crypto/crypto.h"

/* ---- The object ---------------------------------------------------------- */

typedef struct key {
    const crypto *c;
    EVP_PKEY *pkey;
} key;

static void free_key(napi_env env, void *data, void *hint)
{
    key *k = data;

    (void)env;
    (void)hint;
    k->c->EVP_PKEY_free(k->pkey);
    free(k);
}

napi_value bind_crypto_wrap_key(runtime *r, EVP_PKEY *pkey)
{
    const crypto *c = BIND_STATE(r, crypto);
    key *k = malloc(sizeof *k);

    if (k == NULL) {
        c->EVP_PKEY_free(pkey);
        return bind_threw(r);
    }
    *k = (key){ c, pkey };
    return bind_own(r, k, free_key);
}

EVP_PKEY *bind_crypto_key_of(runtime *r, napi_value object)
{
    void *k = NULL;

    BIND_OK(napi_unwrap(r->env, object, &k));
    return ((key *)k)->pkey;
}

EVP_PKEY *bind_crypto_key_ref(runtime *r, napi_value object)
{
    const crypto *c = BIND_STATE(r, crypto);
    EVP_PKEY *pkey = bind_crypto_key_of(r, object);

    return c->EVP_PKEY_up_ref(pkey) == 1 ? pkey : NULL;
}

/* ---- Reading ------------------------------------------------------------- */

/* What OpenSSL asks for when a key is encrypted. */
typedef struct passphrase {
    bind_bytes bytes;
    bool is_given;
    bool was_missed;
} passphrase;

static int ask_passphrase(char *out, int size, int is_writing, void *arg)
{
    passphrase *p = arg;

    (void)is_writing;
    if (!p->is_given) {
        p->was_missed = true;
        return -1;
    }
    if (p->bytes.length > (size_t)size)
        return -1;
    memcpy(out, p->bytes.data, p->bytes.length);
    return (int)p->bytes.length;
}

/* The part of a PEM file with this name, to be freed with CRYPTO_free(). */
static uint8_t *find_pem(const crypto *c, const bind_bytes *text,
                         const char *name, long *length)
{
    BIO *bio = c->BIO_new_mem_buf(text->data, (int)text->length);
    unsigned char *data = NULL;
    passphrase none = { .is_given = false };

    if (bio != NULL && c->PEM_bytes_read_bio(&data, length, NULL, name, bio,
                                             ask_passphrase, &none) != 1)
        data = NULL;
    if (bio != NULL)
        c->BIO_free(bio);
    return data;
}

static EVP_PKEY *read_certificate(const crypto *c, const uint8_t **p,
                                  long length)
{
    X509 *x = c->d2i_X509(NULL, p, length);
    EVP_PKEY *pkey = x != NULL ? c->X509_get_pubkey(x) : NULL;

    if (x != NULL)
        c->X509_free(x);
    return pkey;
}

/* OpenSSL 3.0 makes a key of an older kind of these, which its encoders do not
 * know; by way of the other format it becomes a usual one. */
static EVP_PKEY *read_rsa_public(const crypto *c, const uint8_t *data,
                                 long length)
{
    EVP_PKEY *old = c->d2i_PublicKey(EVP_PKEY_RSA, NULL, &data, length);
    unsigned char *spki = NULL;

    if (old == NULL)
        return NULL;
    const int n = c->i2d_PUBKEY(old, &spki);
    const unsigned char *at = spki;
    EVP_PKEY *pkey = n > 0 ? c->d2i_PUBKEY(NULL, &at, n) : NULL;
    c->CRYPTO_free(spki, __FILE__, __LINE__);
    c->EVP_PKEY_free(old);
    return pkey;
}

static EVP_PKEY *read_public_pem(const crypto *c, const bind_bytes *text,
                                 bool *is_known)
{
    static const char *const names[] = { "PUBLIC KEY", "RSA PUBLIC KEY",
                                         "CERTIFICATE" };
    EVP_PKEY *pkey = NULL;

    *is_known = false;
    for (size_t i = 0; i < 3 && !*is_known; i++) {
        long length;
        uint8_t *data = find_pem(c, text, names[i], &length);
        if (data == NULL)
            continue;
        const uint8_t *p = data;
        *is_known = true;
        c->ERR_clear_error();
        pkey = i == 0   ? c->d2i_PUBKEY(NULL, &p, length)
               : i == 1 ? read_rsa_public(c, data, length)
                        : read_certificate(c, &p, length);
        c->CRYPTO_free(data, __FILE__, __LINE__);
    }
    if (!*is_known)
        c->ERR_clear_error();
    return pkey;
}

static EVP_PKEY *read_private_pem(const crypto *c, const bind_bytes *text,
                                  passphrase *p)
{
    BIO *bio = c->BIO_new_mem_buf(text->data, (int)text->length);
    EVP_PKEY *pkey =
        bio != NULL ? c->PEM_read_bio_PrivateKey(bio, NULL, ask_passphrase, p)
                    : NULL;

    if (bio != NULL)
        c->BIO_free(bio);
    return pkey;
}

/* The first element of an encrypted PKCS #8 file is a sequence, that of a plain
 * one is an integer. */
static bool is_encrypted(const bind_bytes *der)
{
    size_t at = 2;

    if (der->length < 2 || der->data[0] != 0x30)
        return false;
    if (der->data[1] & 0x80)
        at += der->data[1] & 0x7f;
    return at < der->length && der->data[at] == 0x30;
}

static EVP_PKEY *read_encrypted(const crypto *c, const bind_bytes *der,
                                passphrase *p)
{
    BIO *bio = c->BIO_new_mem_buf(der->data, (int)der->length);
    EVP_PKEY *pkey =
        bio != NULL ? c->d2i_PKCS8PrivateKey_bio(bio, NULL, ask_passphrase, p)
                    : NULL;

    if (bio != NULL)
        c->BIO_free(bio);
    return pkey;
}

static EVP_PKEY *read_pkcs8(const crypto *c, const bind_bytes *der)
{
    const uint8_t *at = der->data;
    PKCS8_PRIV_KEY_INFO *info =
        c->d2i_PKCS8_PRIV_KEY_INFO(NULL, &at, (long)der->length);
    EVP_PKEY *pkey = info != NULL ? c->EVP_PKCS82PKEY(info) : NULL;

    if (info != NULL)
        c->PKCS8_PRIV_KEY_INFO_free(info);
    return pkey;
}

static EVP_PKEY *read_private_der(const crypto *c, const bind_bytes *der,
                                  const char *type, passphrase *p)
{
    const uint8_t *at = der->data;
    const long length = (long)der->length;

    if (strcmp(type, "pkcs1") == 0)
        return c->d2i_PrivateKey(EVP_PKEY_RSA, NULL, &at, length);
    if (strcmp(type, "sec1") == 0)
        return c->d2i_PrivateKey(EVP_PKEY_EC, NULL, &at, length);
    return is_encrypted(der) ? read_encrypted(c, der, p) : read_pkcs8(c, der);
}

/* `type` is that of a public key, or of a private one that holds it. */
static EVP_PKEY *read_public_der(const crypto *c, const bind_bytes *der,
                                 const char *type, passphrase *p)
{
    const uint8_t *at = der->data;
    const long length = (long)der->length;

    if (strcmp(type, "spki") == 0)
        return c->d2i_PUBKEY(NULL, &at, length);
    if (strcmp(type, "pkcs1") == 0) {
        EVP_PKEY *pkey = read_rsa_public(c, der->data, length);
        if (pkey != NULL)
            return pkey;
        c->ERR_clear_error();
    }
    return read_private_der(c, der, type, p);
}

/* A type is for DER; without one it is PEM. */
static EVP_PKEY *read_key(const crypto *c, bool is_private,
                          const bind_bytes *data, const char *type,
                          passphrase *p)
{
    bool is_known;

    if (type != NULL)
        return is_private ? read_private_der(c, data, type, p)
                          : read_public_der(c, data, type, p);
    if (!is_private) {
        EVP_PKEY *pkey = read_public_pem(c, data, &is_known);
        if (is_known)
            return pkey;
    }
    return read_private_pem(c, data, p);
}

static napi_value give_key(runtime *r, EVP_PKEY *pkey, bool is_private,
                           const passphrase *p)
{
    const crypto *c = BIND_STATE(r, crypto);

    if (pkey != NULL) {
        c->ERR_clear_error();
        return bind_crypto_wrap_key(r, pkey);
    }
    const unsigned long oldest = c->ERR_peek_error();
    if (p->was_missed && ERR_GET_LIB(oldest) == ERR_LIB_PEM &&
        ERR_GET_REASON(oldest) == PEM_R_BAD_PASSWORD_READ) {
        c->ERR_clear_error();
        return bind_null(r->env);
    }
    return bind_crypto_throw(r, is_private ? "Failed to read private key"
                                           : "Failed to read asymmetric key");
}

/* parseKey(isPrivate, bytes, DER type or undefined, passphrase or undefined): a
 * key; null if it has a passphrase, which was not given. A public key is taken
 * out of a private one as well. */
static napi_value js_parse_key(napi_env env, napi_callback_info info)
{
    napi_value args[4];
    runtime *r = bind_args(env, info, 4, args);
    const crypto *c = bind_crypto(r);
    const bool is_private = bind_to_bool(env, args[0]);
    passphrase p = { .was_missed = false };
    bind_bytes data;

    if (c == NULL || !bind_to_bytes(env, args[1], &data))
        return NULL;
    if (data.length > INT_MAX) {
        napi_throw_range_error(env, "ERR_OUT_OF_RANGE", "keyData is too big");
        return NULL;
    }
    char *type = bind_to_string(env, args[2], NULL);
    p.is_given = bind_to_bytes(env, args[3], &p.bytes);
    c->ERR_clear_error();
    EVP_PKEY *pkey = read_key(c, is_private, &data, type, &p);
    free(type);
    return give_key(r, pkey, is_private, &p);
}

/* ---- Writing ------------------------------------------------------------- */

typedef struct encoding {
    bool is_public, is_pem;
    const char *type;   /* pkcs1, spki, pkcs8, sec1 */
    const char *cipher; /* or NULL */
    passphrase passphrase;
} encoding;

/* The callback is asked even if the passphrase is empty; OpenSSL would ask the
 * terminal otherwise. */
static bool set_encryption(const crypto *c, OSSL_ENCODER_CTX *ctx, encoding *e)
{
    return e->cipher == NULL ||
           (c->OSSL_ENCODER_CTX_set_cipher(ctx, e->cipher, NULL) == 1 &&
            c->OSSL_ENCODER_CTX_set_pem_password_cb(ctx, ask_passphrase,
                                                    &e->passphrase) == 1);
}

static const char *structure_of(const encoding *e)
{
    if (strcmp(e->type, "spki") == 0)
        return "SubjectPublicKeyInfo";
    if (strcmp(e->type, "pkcs8") == 0)
        return e->cipher ? "EncryptedPrivateKeyInfo" : "PrivateKeyInfo";
    return "type-specific";
}

/* The bytes, to be freed with CRYPTO_free(); NULL if it cannot be. */
static unsigned char *key_encode(const crypto *c, EVP_PKEY *pkey, encoding *e,
                                 size_t *length)
{
    const int parts = e->is_public ? EVP_PKEY_PUBLIC_KEY : EVP_PKEY_KEYPAIR;
    OSSL_ENCODER_CTX *ctx = c->OSSL_ENCODER_CTX_new_for_pkey(
        pkey, parts, e->is_pem ? "PEM" : "DER", structure_of(e), NULL);
    unsigned char *data = NULL;

    if (ctx == NULL)
        return NULL;
    if (!set_encryption(c, ctx, e) ||
        c->OSSL_ENCODER_to_data(ctx, &data, length) != 1)
        data = NULL;
    c->OSSL_ENCODER_CTX_free(ctx);
    return data;
}

static napi_value export_key(runtime *r, EVP_PKEY *pkey, encoding *e)
{
    const crypto *c = BIND_STATE(r, crypto);
    size_t length;
    unsigned char *data = key_encode(c, pkey, e, &length);

    if (data == NULL)
        return bind_crypto_throw(r, e->is_public
                                        ? "Failed to encode public key"
                                        : "Failed to encode private key");
    const napi_value result =
        e->is_pem ? bind_string_n(r->env, (const char *)data, length)
                  : bind_crypto_buffer(r, data, length);
    c->CRYPTO_clear_free(data, length, __FILE__, __LINE__);
    return result;
}

/* exportKey(key, isPublic, isPem, type, cipher, passphrase): a string, or a
 * Buffer of DER. */
static napi_value js_export_key(napi_env env, napi_callback_info info)
{
    napi_value args[6], result = NULL;
    runtime *r = bind_args(env, info, 6, args);
    char *type = bind_to_string(env, args[3], NULL);
    char *cipher = bind_to_string(env, args[4], NULL);
    encoding e = { .is_public = bind_to_bool(env, args[1]),
                   .is_pem = bind_to_bool(env, args[2]),
                   .type = type,
                   .cipher = cipher };

    e.passphrase.is_given = bind_to_bytes(env, args[5], &e.passphrase.bytes);
    if (type != NULL)
        result = export_key(r, bind_crypto_key_of(r, args[0]), &e);
    free(type);
    free(cipher);
    return result;
}

/* ---- Facts --------------------------------------------------------------- */

static void set_text(runtime *r, EVP_PKEY *pkey, napi_value object,
                     const char *name, const char *param)
{
    const crypto *c = BIND_STATE(r, crypto);
    char text[80];
    size_t n;

    if (c->EVP_PKEY_get_utf8_string_param(pkey, param, text, sizeof text, &n) ==
        1)
        bind_set(r, object, name, bind_string_n(r->env, text, n));
}

static void set_number(runtime *r, EVP_PKEY *pkey, napi_value object,
                       const char *name, const char *param)
{
    const crypto *c = BIND_STATE(r, crypto);
    int n;

    if (c->EVP_PKEY_get_int_param(pkey, param, &n) == 1)
        bind_set(r, object, name, bind_int(r->env, n));
}

/* A large number as a Buffer. */
static void set_bignum(runtime *r, EVP_PKEY *pkey, napi_value object,
                       const char *name, const char *param)
{
    const crypto *c = BIND_STATE(r, crypto);
    BIGNUM *n = NULL;
    uint8_t bytes[64];

    if (c->EVP_PKEY_get_bn_param(pkey, param, &n) != 1)
        return;
    const size_t size = ((size_t)c->BN_num_bits(n) + 7) / 8;
    if (size <= sizeof bytes) {
        c->BN_bn2bin(n, bytes);
        const napi_value buffer = bind_crypto_buffer(r, bytes, size);
        if (buffer != NULL)
            bind_set(r, object, name, buffer);
    }
    c->BN_free(n);
}

/* keyInfo(key): { type, bits, and what a key of its kind has besides }. */
static napi_value js_key_info(napi_env env, napi_callback_info info)
{
    napi_value args[1], object;
    runtime *r = bind_args(env, info, 1, args);
    const crypto *c = BIND_STATE(r, crypto);
    EVP_PKEY *pkey = bind_crypto_key_of(r, args[0]);
    const char *type = c->EVP_PKEY_get0_type_name(pkey);

    BIND_OK(napi_create_object(env, &object));
    bind_set(r, object, "type", bind_string(env, type ? type : ""));
    bind_set(r, object, "bits", bind_int(env, c->EVP_PKEY_get_bits(pkey)));
    set_text(r, pkey, object, "curve", OSSL_PKEY_PARAM_GROUP_NAME);
    set_bignum(r, pkey, object, "exponent", OSSL_PKEY_PARAM_RSA_E);
    set_bignum(r, pkey, object, "divisor", OSSL_PKEY_PARAM_FFC_Q);
    set_text(r, pkey, object, "hash", OSSL_PKEY_PARAM_RSA_DIGEST);
    set_text(r, pkey, object, "mgf1Hash", OSSL_PKEY_PARAM_RSA_MGF1_DIGEST);
    set_number(r, pkey, object, "saltLength", OSSL_PKEY_PARAM_RSA_PSS_SALTLEN);
    c->ERR_clear_error();
    return object;
}

/* keysEqual(a, b): whether their public parts are the same. */
static napi_value js_keys_equal(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    const crypto *c = BIND_STATE(r, crypto);
    const int equal = c->EVP_PKEY_eq(bind_crypto_key_of(r, args[0]),
                                     bind_crypto_key_of(r, args[1]));

    c->ERR_clear_error();
    return bind_bool(env, equal == 1);
}

/* isSoundKey(key, is public): whether its numbers are a key: a point that is on
 * its curve, a secret that belongs to it. */
static napi_value js_is_sound(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    const crypto *c = BIND_STATE(r, crypto);
    EVP_PKEY_CTX *context = c->EVP_PKEY_CTX_new_from_pkey(
        NULL, bind_crypto_key_of(r, args[0]), NULL);
    const bool is_public = bind_to_bool(env, args[1]);
    const bool is_sound =
        context != NULL && (is_public ? c->EVP_PKEY_public_check(context)
                                      : c->EVP_PKEY_check(context)) == 1;

    if (context != NULL)
        c->EVP_PKEY_CTX_free(context);
    c->ERR_clear_error();
    return bind_bool(env, is_sound);
}

void bind_crypto_key(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "parseKey", js_parse_key },  { "exportKey", js_export_key },
        { "keyInfo", js_key_info },    { "keysEqual", js_keys_equal },
        { "isSoundKey", js_is_sound }, { NULL, NULL },
    };

    bind_methods(r, exports, functions);
}
