/*
 * x509.c - certificates: read, described, and compared with names and
 * keys. lib/internal/crypto/x509.js puts the descriptions into Node's words.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bind/crypto/crypto.h"

typedef struct certificate {
    const crypto *c;
    X509 *x;
} certificate;

static void free_certificate(napi_env env, void *data, void *hint)
{
    certificate *k = data;

    (void)env;
    (void)hint;
    k->c->X509_free(k->x);
    free(k);
}

static X509 *certificate_of(runtime *r, napi_value object)
{
    void *k = NULL;

    BIND_OK(napi_unwrap(r->env, object, &k));
    return ((certificate *)k)->x;
}

/* ---- Reading ------------------------------------------------------------- */

napi_value bind_crypto_wrap_certificate(runtime *r, X509 *x)
{
    const crypto *c = BIND_STATE(r, crypto);
    certificate *k = malloc(sizeof *k);

    if (k == NULL) {
        c->X509_free(x);
        return bind_threw(r);
    }
    *k = (certificate){ c, x };
    return bind_own(r, k, free_certificate);
}

/* PEM, or else DER. */
static X509 *read_certificate(const crypto *c, const bind_bytes *bytes)
{
    BIO *bio = c->BIO_new_mem_buf(bytes->data, (int)bytes->length);
    X509 *x = bio ? c->PEM_read_bio_X509_AUX(bio, NULL, NULL, NULL) : NULL;

    if (bio != NULL)
        c->BIO_free(bio);
    if (x != NULL)
        return x;
    const unsigned char *at = bytes->data;
    x = c->d2i_X509(NULL, &at, (long)bytes->length);
    if (x != NULL)
        c->ERR_clear_error();
    return x;
}

/* parseCertificate(bytes): its object. */
static napi_value js_parse(napi_env env, napi_callback_info info)
{
    napi_value args[1];
    runtime *r = bind_args(env, info, 1, args);
    const crypto *c = bind_crypto(r);
    bind_bytes bytes;

    if (c == NULL || !bind_to_bytes(env, args[0], &bytes) ||
        bytes.length > INT_MAX)
        return NULL;
    X509 *x = read_certificate(c, &bytes);
    return x ? bind_crypto_wrap_certificate(r, x)
             : bind_crypto_throw(r, "Failed to parse the certificate");
}

/* ---- Describing ---------------------------------------------------------- */

/* What was written to memory, as a string; frees it. */
static napi_value take_text(runtime *r, const crypto *c, BIO *bio)
{
    char *text = NULL;
    const long n = c->BIO_ctrl(bio, BIO_CTRL_INFO, 0, &text);
    const napi_value result = bind_string_n(r->env, text, (size_t)n);

    c->BIO_free(bio);
    return result;
}

#define NAME_FLAGS                                                             \
    (ASN1_STRFLGS_ESC_2253 | ASN1_STRFLGS_ESC_CTRL |                           \
     ASN1_STRFLGS_UTF8_CONVERT | XN_FLAG_SEP_MULTILINE | XN_FLAG_FN_SN)

static napi_value describe_name(runtime *r, const crypto *c,
                                const X509_NAME *name, unsigned long flags)
{
    BIO *bio = c->BIO_new(c->BIO_s_mem());

    if (bio == NULL)
        return bind_threw(r);
    c->X509_NAME_print_ex(bio, name, 0, flags);
    return take_text(r, c, bio);
}

static napi_value describe_time(runtime *r, const crypto *c,
                                const ASN1_TIME *time)
{
    BIO *bio = c->BIO_new(c->BIO_s_mem());

    if (bio == NULL)
        return bind_threw(r);
    c->ASN1_TIME_print(bio, time);
    return take_text(r, c, bio);
}

static napi_value describe_object(runtime *r, const crypto *c,
                                  const ASN1_OBJECT *object, bool by_number)
{
    char text[128] = "";

    c->OBJ_obj2txt(text, sizeof text, object, by_number);
    return bind_string(r->env, text);
}

static napi_value describe_serial(runtime *r, const crypto *c, X509 *x)
{
    BIGNUM *n = c->ASN1_INTEGER_to_BN(c->X509_get0_serialNumber(x), NULL);
    char *hex = n ? c->BN_bn2hex(n) : NULL;

    c->BN_free(n);
    if (hex == NULL)
        return bind_threw(r);
    const napi_value result = bind_string(r->env, hex);
    c->CRYPTO_free(hex, __FILE__, __LINE__);
    return result;
}

/* A name of another kind than the distinguished one: [kind, value]. */
static napi_value describe_general(runtime *r, const crypto *c,
                                   const GENERAL_NAME *name)
{
    napi_value pair, value = bind_undefined(r->env);

    if (name->type == GEN_DIRNAME)
        value = describe_name(r, c, name->d.directoryName,
                              XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB &
                                  ~ASN1_STRFLGS_ESC_CTRL);
    else if (name->type == GEN_RID)
        value = describe_object(r, c, name->d.registeredID, true);
    else if (name->type == GEN_EMAIL || name->type == GEN_DNS ||
             name->type == GEN_URI || name->type == GEN_IPADD)
        value = bind_crypto_buffer(r, c->ASN1_STRING_get0_data(name->d.ia5),
                                   (size_t)c->ASN1_STRING_length(name->d.ia5));
    if (value == NULL)
        return NULL;
    BIND_OK(napi_create_array(r->env, &pair));
    BIND_OK(napi_set_element(r->env, pair, 0, bind_int(r->env, name->type)));
    BIND_OK(napi_set_element(r->env, pair, 1, value));
    return pair;
}

/* A list, one value for each entry of an extension; undefined without it. */
typedef napi_value describe_entry(runtime *r, const crypto *c, void *entry);

static napi_value describe_all(runtime *r, X509 *x, int nid,
                               describe_entry *describe,
                               void (*free_all)(const crypto *c, void *stack))
{
    const crypto *c = BIND_STATE(r, crypto);
    void *stack = c->X509_get_ext_d2i(x, nid, NULL, NULL);
    napi_value list;

    if (stack == NULL)
        return bind_undefined(r->env);
    BIND_OK(napi_create_array(r->env, &list));
    const int count = c->OPENSSL_sk_num(stack);
    for (int i = 0; i < count && list != NULL; i++) {
        const napi_value v = describe(r, c, c->OPENSSL_sk_value(stack, i));
        if (v == NULL)
            list = NULL;
        else
            BIND_OK(napi_set_element(r->env, list, (uint32_t)i, v));
    }
    free_all(c, stack);
    return list;
}

static napi_value describe_san(runtime *r, const crypto *c, void *entry)
{
    return describe_general(r, c, entry);
}

/* [method, [kind, value]] */
static napi_value describe_access(runtime *r, const crypto *c, void *entry)
{
    const ACCESS_DESCRIPTION *access = entry;
    const napi_value method = describe_object(r, c, access->method, false);
    const napi_value name = describe_general(r, c, access->location);
    napi_value pair;

    if (name == NULL)
        return NULL;
    BIND_OK(napi_create_array(r->env, &pair));
    BIND_OK(napi_set_element(r->env, pair, 0, method));
    BIND_OK(napi_set_element(r->env, pair, 1, name));
    return pair;
}

static napi_value describe_usage(runtime *r, const crypto *c, void *entry)
{
    return describe_object(r, c, entry, true);
}

static napi_value describe_der(runtime *r, const crypto *c, X509 *x)
{
    unsigned char *der = NULL;
    const int n = c->i2d_X509(x, &der);

    if (n < 0)
        return bind_crypto_throw(r, "Failed to encode the certificate");
    const napi_value result = bind_crypto_buffer(r, der, (size_t)n);
    c->CRYPTO_free(der, __FILE__, __LINE__);
    return result;
}

static void x509_set(runtime *r, napi_value object, const char *name,
                     napi_value value)
{
    if (value != NULL)
        bind_set(r, object, name, value);
}

static void free_names(const crypto *c, void *stack)
{
    c->GENERAL_NAMES_free(stack);
}

static void free_access(const crypto *c, void *stack)
{
    c->AUTHORITY_INFO_ACCESS_free(stack);
}

static void free_usage(const crypto *c, void *stack)
{
    c->EXTENDED_KEY_USAGE_free(stack);
}

static void set_extensions(runtime *r, napi_value object, X509 *x)
{
    const crypto *c = BIND_STATE(r, crypto);

    x509_set(
        r, object, "subjectAltName",
        describe_all(r, x, NID_subject_alt_name, describe_san, free_names));
    x509_set(r, object, "infoAccess",
             describe_all(r, x, NID_info_access, describe_access, free_access));
    x509_set(r, object, "keyUsage",
             describe_all(r, x, NID_ext_key_usage, describe_usage, free_usage));
    c->ERR_clear_error();
}

/* certificateInfo(certificate): an object of all that is known of it. */
static napi_value js_info(napi_env env, napi_callback_info info)
{
    napi_value args[1], o;
    runtime *r = bind_args(env, info, 1, args);
    const crypto *c = BIND_STATE(r, crypto);
    X509 *x = certificate_of(r, args[0]);
    const ASN1_OBJECT *algorithm;

    BIND_OK(napi_create_object(env, &o));
    x509_set(r, o, "subject",
             describe_name(r, c, c->X509_get_subject_name(x), NAME_FLAGS));
    x509_set(r, o, "issuer",
             describe_name(r, c, c->X509_get_issuer_name(x), NAME_FLAGS));
    x509_set(r, o, "validFrom", describe_time(r, c, c->X509_get0_notBefore(x)));
    x509_set(r, o, "validTo", describe_time(r, c, c->X509_get0_notAfter(x)));
    x509_set(r, o, "serialNumber", describe_serial(r, c, x));
    x509_set(r, o, "ca", bind_bool(env, c->X509_check_ca(x) == 1));
    c->X509_ALGOR_get0(&algorithm, NULL, NULL, c->X509_get0_tbs_sigalg(x));
    x509_set(r, o, "signatureAlgorithm",
             describe_object(r, c, algorithm, false));
    x509_set(r, o, "signatureAlgorithmOid",
             describe_object(r, c, algorithm, true));
    x509_set(r, o, "raw", describe_der(r, c, x));
    set_extensions(r, o, x);
    return o;
}

/* certificateNames(certificate, issuer): [name, value, ...] of the
 * distinguished name. */
static napi_value js_names(napi_env env, napi_callback_info info)
{
    napi_value args[2], list;
    runtime *r = bind_args(env, info, 2, args);
    const crypto *c = BIND_STATE(r, crypto);
    X509 *x = certificate_of(r, args[0]);
    const X509_NAME *name = bind_to_bool(env, args[1])
                                ? c->X509_get_issuer_name(x)
                                : c->X509_get_subject_name(x);
    const int count = c->X509_NAME_entry_count(name);
    uint32_t n = 0;

    BIND_OK(napi_create_array(env, &list));
    for (int i = 0; i < count; i++) {
        const X509_NAME_ENTRY *entry = c->X509_NAME_get_entry(name, i);
        const ASN1_OBJECT *object = c->X509_NAME_ENTRY_get_object(entry);
        const int nid = c->OBJ_obj2nid(object);
        unsigned char *text = NULL;
        const int length =
            c->ASN1_STRING_to_UTF8(&text, c->X509_NAME_ENTRY_get_data(entry));
        if (length < 0)
            continue;
        BIND_OK(napi_set_element(env, list, n++,
                                 nid != NID_undef
                                     ? bind_string(env, c->OBJ_nid2sn(nid))
                                     : describe_object(r, c, object, true)));
        BIND_OK(napi_set_element(
            env, list, n++, bind_string_n(env, (char *)text, (size_t)length)));
        c->CRYPTO_free(text, __FILE__, __LINE__);
    }
    c->ERR_clear_error();
    return list;
}

/* certificateKey(certificate): its public key. */
static napi_value js_key(napi_env env, napi_callback_info info)
{
    napi_value args[1];
    runtime *r = bind_args(env, info, 1, args);
    const crypto *c = BIND_STATE(r, crypto);
    EVP_PKEY *pkey = c->X509_get_pubkey(certificate_of(r, args[0]));

    return pkey ? bind_crypto_wrap_key(r, pkey)
                : bind_crypto_throw(r, "Failed to read the public key");
}

/* ---- Comparing ----------------------------------------------------------- */

/* certificateIsFor(certificate, kind, text, flags): whether it is for a host
 * (0), an e-mail address (1), an IP address (2); of a host the name that fits.
 */
static napi_value js_is_for(napi_env env, napi_callback_info info)
{
    napi_value args[4];
    runtime *r = bind_args(env, info, 4, args);
    const crypto *c = BIND_STATE(r, crypto);
    X509 *x = certificate_of(r, args[0]);
    const int64_t kind = bind_to_int(env, args[1]);
    const unsigned flags = (unsigned)bind_to_int(env, args[3]);
    char *peer = NULL;
    size_t n;
    char *text = bind_to_string(env, args[2], &n);

    if (text == NULL)
        return NULL;
    const int result = kind == 0 ? c->X509_check_host(x, text, n, flags, &peer)
                       : kind == 1 ? c->X509_check_email(x, text, n, flags)
                                   : c->X509_check_ip_asc(x, text, flags);
    free(text);
    const napi_value found =
        peer != NULL ? bind_string(env, peer) : bind_bool(env, result == 1);
    c->CRYPTO_free(peer, __FILE__, __LINE__);
    c->ERR_clear_error();
    return found;
}

/* certificateFits(certificate, kind, other): whether it was issued by another
 * certificate (0), belongs to a private key (1), was signed by a key (2). */
static napi_value js_fits(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    runtime *r = bind_args(env, info, 3, args);
    const crypto *c = BIND_STATE(r, crypto);
    X509 *x = certificate_of(r, args[0]);
    const int64_t kind = bind_to_int(env, args[1]);
    bool fits;

    if (kind == 0)
        fits = c->X509_check_issued(certificate_of(r, args[2]), x) == X509_V_OK;
    else if (kind == 1)
        fits =
            c->X509_check_private_key(x, bind_crypto_key_of(r, args[2])) == 1;
    else
        fits = c->X509_verify(x, bind_crypto_key_of(r, args[2])) == 1;
    c->ERR_clear_error();
    return bind_bool(env, fits);
}

void bind_crypto_x509(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "parseCertificate", js_parse }, { "certificateInfo", js_info },
        { "certificateNames", js_names }, { "certificateKey", js_key },
        { "certificateIsFor", js_is_for },
        { "certificateFits", js_fits },   { NULL, NULL },
    };

    bind_methods(r, exports, functions);
}
