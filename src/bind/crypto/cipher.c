/*
 * cipher.c - symmetric ciphers: an OpenSSL context per object.
 *
 * lib/internal/crypto/cipher.js holds the rules (which lengths a mode may have,
 * when a tag may be set or read); here is what has to do with bytes. A context
 * is freed by cipherFinal(), or with its object.
 */
#include <limits.h>
#include <stdlib.h>

#include "bind/crypto/crypto.h"

typedef struct cipher {
    const crypto *c;
    EVP_CIPHER_CTX *ctx; /* NULL: finished */
    bool is_encrypting;
    bool is_ccm;
    bool failed; /* CCM notices a wrong tag in update(), and says so at the end
                  */
    uint8_t tag[16];
} cipher;

static void free_cipher(napi_env env, void *data, void *hint)
{
    cipher *s = data;

    (void)env;
    (void)hint;
    if (s->ctx != NULL)
        s->c->EVP_CIPHER_CTX_free(s->ctx);
    free(s);
}

static cipher *cipher_of(napi_env env, napi_value object)
{
    void *s = NULL;

    BIND_OK(napi_unwrap(env, object, &s));
    return s;
}

/* By any of its names, to be freed; NULL if there is none. */
static EVP_CIPHER *find_cipher(runtime *r, const crypto *c, napi_value name)
{
    char *text = bind_to_string(r->env, name, NULL);
    EVP_CIPHER *found = text ? c->EVP_CIPHER_fetch(NULL, text, NULL) : NULL;

    if (text != NULL && found == NULL) {
        const EVP_CIPHER *known = c->EVP_get_cipherbyname(text);
        if (known != NULL)
            found =
                c->EVP_CIPHER_fetch(NULL, c->EVP_CIPHER_get0_name(known), NULL);
    }
    c->ERR_clear_error();
    free(text);
    return found;
}

/* ---- Which there are ----------------------------------------------------- */

/* cipherInfo(name): [mode, key length, iv length, block size, nid, short name,
 * whether it is an AEAD]; null if there is no such cipher. */
static napi_value js_cipher_info(napi_env env, napi_callback_info info)
{
    napi_value args[1], list;
    runtime *r = bind_args(env, info, 1, args);
    const crypto *c = bind_crypto(r);
    EVP_CIPHER *e = c ? find_cipher(r, c, args[0]) : NULL;

    if (e == NULL)
        return c ? bind_null(env) : NULL;
    const int nid = c->EVP_CIPHER_get_nid(e);
    const char *name = c->OBJ_nid2sn(nid);
    const napi_value values[] = {
        bind_int(env, c->EVP_CIPHER_get_mode(e)),
        bind_int(env, c->EVP_CIPHER_get_key_length(e)),
        bind_int(env, c->EVP_CIPHER_get_iv_length(e)),
        bind_int(env, c->EVP_CIPHER_get_block_size(e)),
        bind_int(env, nid),
        bind_string(env, nid != 0 && name ? name : c->EVP_CIPHER_get0_name(e)),
        bind_bool(
            env, (c->EVP_CIPHER_get_flags(e) & EVP_CIPH_FLAG_AEAD_CIPHER) != 0),
    };
    c->EVP_CIPHER_free(e);
    BIND_OK(napi_create_array(env, &list));
    for (uint32_t i = 0; i < sizeof values / sizeof *values; i++)
        BIND_OK(napi_set_element(env, list, i, values[i]));
    return list;
}

/* Only those that a provider implements. */
static void add_cipher(const EVP_CIPHER *e, const char *from, const char *to,
                       void *arg)
{
    crypto_names *n = arg;
    const crypto *c = BIND_STATE(n->r, crypto);
    EVP_CIPHER *found = c->EVP_CIPHER_fetch(NULL, from, NULL);

    (void)e;
    (void)to;
    if (found == NULL)
        return;
    c->EVP_CIPHER_free(found);
    bind_crypto_add_name(n, from);
}

/* getCiphers(): as OpenSSL lists them. */
static napi_value js_get_ciphers(napi_env env, napi_callback_info info)
{
    crypto_names n = { bind_args(env, info, 0, NULL), NULL, 0 };
    const crypto *c = bind_crypto(n.r);

    if (c == NULL)
        return NULL;
    BIND_OK(napi_create_array(env, &n.list));
    c->EVP_CIPHER_do_all_sorted(add_cipher, &n);
    c->ERR_clear_error();
    return n.list;
}

/* nidName(nid): the short name, or null. */
static napi_value js_nid_name(napi_env env, napi_callback_info info)
{
    napi_value args[1];
    runtime *r = bind_args(env, info, 1, args);
    const crypto *c = bind_crypto(r);

    if (c == NULL)
        return NULL;
    const char *name = c->OBJ_nid2sn((int)bind_to_int(env, args[0]));
    c->ERR_clear_error();
    return name ? bind_string(env, name) : bind_null(env);
}

/* ---- Beginning ----------------------------------------------------------- */

enum { BEGUN, BAD_IV, BAD_TAG_LENGTH, BAD_KEY_LENGTH, REFUSED };

typedef struct parameters {
    bind_bytes key, iv;
    bool has_iv;
    bool is_aead;
    int64_t tag_length; /* -1: not given, or left to the end (GCM) */
} parameters;

static int set_aead(cipher *s, const parameters *p)
{
    if (s->c->EVP_CIPHER_CTX_ctrl(s->ctx, EVP_CTRL_AEAD_SET_IVLEN,
                                  (int)p->iv.length, NULL) != 1)
        return BAD_IV;
    if (p->tag_length >= 0 &&
        s->c->EVP_CIPHER_CTX_ctrl(s->ctx, EVP_CTRL_AEAD_SET_TAG,
                                  (int)p->tag_length, NULL) != 1)
        return BAD_TAG_LENGTH;
    return BEGUN;
}

static int cipher_begin(cipher *s, const EVP_CIPHER *e, const parameters *p)
{
    const crypto *c = s->c;

    s->ctx = c->EVP_CIPHER_CTX_new();
    if (s->ctx == NULL)
        return REFUSED;
    s->is_ccm = c->EVP_CIPHER_get_mode(e) == EVP_CIPH_CCM_MODE;
    if (c->EVP_CIPHER_get_mode(e) == EVP_CIPH_WRAP_MODE)
        c->EVP_CIPHER_CTX_set_flags(s->ctx, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
    if (c->EVP_CipherInit_ex2(s->ctx, e, NULL, NULL, s->is_encrypting, NULL) !=
        1)
        return REFUSED;
    const int err = p->is_aead ? set_aead(s, p) : BEGUN;
    if (err != BEGUN)
        return err;
    if (c->EVP_CIPHER_CTX_set_key_length(s->ctx, (int)p->key.length) != 1)
        return BAD_KEY_LENGTH;
    return c->EVP_CipherInit_ex2(s->ctx, NULL, p->key.data,
                                 p->has_iv ? p->iv.data : NULL,
                                 s->is_encrypting, NULL) == 1
               ? BEGUN
               : REFUSED;
}

/* The new object; a number that says what was wrong; or an exception. */
static napi_value begin_cipher(runtime *r, cipher *s, const EVP_CIPHER *e,
                               const parameters *p)
{
    const int err = cipher_begin(s, e, p);

    if (err == BEGUN)
        return bind_own(r, s, free_cipher);
    free_cipher(r->env, s, NULL);
    if (err == REFUSED)
        return bind_crypto_throw(r, "Failed to initialize cipher");

    ((const crypto *)BIND_STATE(r, crypto))->ERR_clear_error();
    return bind_int(r->env, err);
}

/* createCipher(name, isEncrypting, key, iv, isAead, tagLength): null if there
 * is no such cipher. */
static napi_value js_create_cipher(napi_env env, napi_callback_info info)
{
    napi_value args[6];
    runtime *r = bind_args(env, info, 6, args);
    const crypto *c = bind_crypto(r);
    EVP_CIPHER *e = c ? find_cipher(r, c, args[0]) : NULL;
    parameters p = { .is_aead = bind_to_bool(env, args[4]),
                     .tag_length = bind_to_int(env, args[5]) };

    if (e == NULL)
        return c ? bind_null(env) : NULL;
    p.has_iv = bind_to_bytes(env, args[3], &p.iv) && p.iv.length > 0;
    cipher *s = calloc(1, sizeof *s);
    napi_value result = NULL;
    if (s == NULL || !bind_to_bytes(env, args[2], &p.key)) {
        free(s);
        engine_throw_no_memory(r->engine);
    } else {
        s->c = c;
        s->is_encrypting = bind_to_bool(env, args[1]);
        result = begin_cipher(r, s, e, &p);
    }
    c->EVP_CIPHER_free(e);
    return result;
}

/* ---- Bytes --------------------------------------------------------------- */

/* A Buffer with the first n of these bytes. */
static napi_value cipher_give(runtime *r, crypto_bytes *out, int n)
{
    const napi_value buffer = bind_crypto_buffer(r, out->data, (size_t)n);

    free(out->data);
    return buffer;
}

static napi_value cipher_update(runtime *r, cipher *s, const bind_bytes *in)
{
    const size_t block = (size_t)s->c->EVP_CIPHER_CTX_get_block_size(s->ctx);
    /* Key wrapping adds a block, and pads one. */
    crypto_bytes out;
    int n = 0;

    if (!bind_crypto_alloc(in->length + 2 * block, &out))
        return bind_threw(r);
    const bool is_ok = s->c->EVP_CipherUpdate(s->ctx, out.data, &n, in->data,
                                              (int)in->length) == 1;
    if (!is_ok && s->is_ccm && !s->is_encrypting) {
        s->c->ERR_clear_error();
        s->failed = true;
        n = 0;
    } else if (!is_ok) {
        free(out.data);
        return bind_crypto_throw(r, "Trying to add data in unsupported state");
    }
    return cipher_give(r, &out, n);
}

/* cipherUpdate(cipher, view or string, codec): a Buffer. */
static napi_value js_update(napi_env env, napi_callback_info info)
{
    napi_value args[3], result;
    runtime *r = bind_args(env, info, 3, args);
    cipher *s = cipher_of(env, args[0]);
    bind_bytes bytes;
    void *memory;

    if (s->ctx == NULL)
        return bind_crypto_throw(r, "Trying to add data in unsupported state");
    if (!bind_crypto_data(r, args[1], args[2], &bytes, &memory))
        return NULL;
    if (bytes.length > INT_MAX - 64) {
        napi_throw_range_error(env, "ERR_OUT_OF_RANGE", "data is too long");
        result = NULL;
    } else {
        result = cipher_update(r, s, &bytes);
    }
    free(memory);
    return result;
}

static bool cipher_finish(cipher *s, uint8_t *out, int *n, int tag_length)
{
    *n = 0;
    if (s->is_ccm && !s->is_encrypting)
        return !s->failed;
    if (s->c->EVP_CipherFinal_ex(s->ctx, out, n) != 1)
        return false;
    return tag_length <= 0 ||
           s->c->EVP_CIPHER_CTX_ctrl(s->ctx, EVP_CTRL_AEAD_GET_TAG, tag_length,
                                     s->tag) == 1;
}

/* cipherFinal(cipher, isAead, length of the tag to make): a Buffer. */
static napi_value js_final(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    runtime *r = bind_args(env, info, 3, args);
    cipher *s = cipher_of(env, args[0]);
    uint8_t out[2 * EVP_MAX_BLOCK_LENGTH];
    int n;

    if (s->ctx == NULL) {
        napi_throw_error(env, "ERR_CRYPTO_INVALID_STATE", "Invalid state");
        return NULL;
    }
    const bool is_ok =
        cipher_finish(s, out, &n, (int)bind_to_int(env, args[2]));
    s->c->EVP_CIPHER_CTX_free(s->ctx);
    s->ctx = NULL;
    if (is_ok)
        return bind_crypto_buffer(r, out, (size_t)n);
    return bind_crypto_throw(
        r, bind_to_bool(env, args[1])
               ? "Unsupported state or unable to authenticate data"
               : "Unsupported state");
}

/* ---- What is said besides ------------------------------------------------ */

/* cipherTag(cipher, length): the tag that was made. */
static napi_value js_tag(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    const cipher *s = cipher_of(env, args[0]);
    const size_t n = bind_to_size(env, args[1]);

    return bind_crypto_buffer(r, s->tag, n < sizeof s->tag ? n : sizeof s->tag);
}

/* cipherSetTag(cipher, view): whether it was taken. */
static napi_value js_set_tag(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    const cipher *s = cipher_of(env, args[0]);
    bind_bytes tag;

    (void)r;
    if (s->ctx == NULL || !bind_to_bytes(env, args[1], &tag))
        return bind_bool(env, false);
    return bind_bool(env,
                     s->c->EVP_CIPHER_CTX_ctrl(s->ctx, EVP_CTRL_AEAD_SET_TAG,
                                               (int)tag.length, tag.data) == 1);
}

/* cipherAad(cipher, view, plaintext length): whether it was taken. Only CCM
 * must know the length; for others it is -1. */
static napi_value js_aad(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    bind_args(env, info, 3, args);
    const cipher *s = cipher_of(env, args[0]);
    const int64_t length = bind_to_int(env, args[2]);
    bind_bytes aad;
    int n;

    if (s->ctx == NULL || !bind_to_bytes(env, args[1], &aad))
        return bind_bool(env, false);
    bool is_ok = length < 0 || s->c->EVP_CipherUpdate(s->ctx, NULL, &n, NULL,
                                                      (int)length) == 1;
    is_ok = is_ok && s->c->EVP_CipherUpdate(s->ctx, NULL, &n, aad.data,
                                            (int)aad.length) == 1;
    s->c->ERR_clear_error();
    return bind_bool(env, is_ok);
}

/* cipherPadding(cipher, isOn): whether it could be set. */
static napi_value js_padding(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    bind_args(env, info, 2, args);
    const cipher *s = cipher_of(env, args[0]);

    return bind_bool(env, s->ctx != NULL &&
                              s->c->EVP_CIPHER_CTX_set_padding(
                                  s->ctx, bind_to_bool(env, args[1])) == 1);
}

void bind_crypto_cipher(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "cipherInfo", js_cipher_info },
        { "getCiphers", js_get_ciphers },
        { "nidName", js_nid_name },
        { "createCipher", js_create_cipher },
        { "cipherUpdate", js_update },
        { "cipherFinal", js_final },
        { "cipherTag", js_tag },
        { "cipherSetTag", js_set_tag },
        { "cipherAad", js_aad },
        { "cipherPadding", js_padding },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
}
