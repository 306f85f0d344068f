/*
 * crypto.h - what the files of internalBinding('crypto') share: OpenSSL's
 * libcrypto, loaded when first used.
 *
 * A function that cannot do its work for a reason of OpenSSL's throws an error
 * with OpenSSL's words (bind_crypto_throw); lib/ has checked the arguments.
 */
#ifndef ORRERY_BIND_CRYPTO_H
#define ORRERY_BIND_CRYPTO_H

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/objects.h>
#include <openssl/params.h>

#include "bind/buffer.h"
#include "bind/handle.h"
#include "bind/library.h"

#define CRYPTO_FUNCTIONS(X)                                                    \
    X(CRYPTO_free)                                                             \
    X(CRYPTO_memcmp)                                                           \
    X(ERR_clear_error)                                                         \
    X(ERR_error_string_n)                                                      \
    X(ERR_get_error)                                                           \
    X(ERR_lib_error_string)                                                    \
    X(ERR_reason_error_string)                                                 \
    X(EVP_CIPHER_CTX_ctrl)                                                     \
    X(EVP_CIPHER_CTX_free)                                                     \
    X(EVP_CIPHER_CTX_get_block_size)                                           \
    X(EVP_CIPHER_CTX_new)                                                      \
    X(EVP_CIPHER_CTX_set_flags)                                                \
    X(EVP_CIPHER_CTX_set_key_length)                                           \
    X(EVP_CIPHER_CTX_set_padding)                                              \
    X(EVP_CIPHER_do_all_sorted)                                                \
    X(EVP_CIPHER_fetch)                                                        \
    X(EVP_CIPHER_free)                                                         \
    X(EVP_CIPHER_get0_name)                                                    \
    X(EVP_CIPHER_get_block_size)                                               \
    X(EVP_CIPHER_get_flags)                                                    \
    X(EVP_CIPHER_get_iv_length)                                                \
    X(EVP_CIPHER_get_key_length)                                               \
    X(EVP_CIPHER_get_mode)                                                     \
    X(EVP_CIPHER_get_nid)                                                      \
    X(EVP_CipherFinal_ex)                                                      \
    X(EVP_CipherInit_ex2)                                                      \
    X(EVP_CipherUpdate)                                                        \
    X(EVP_DigestFinalXOF)                                                      \
    X(EVP_DigestFinal_ex)                                                      \
    X(EVP_DigestInit_ex)                                                       \
    X(EVP_DigestUpdate)                                                        \
    X(EVP_MAC_CTX_free)                                                        \
    X(EVP_MAC_CTX_get_mac_size)                                                \
    X(EVP_MAC_CTX_new)                                                         \
    X(EVP_MAC_fetch)                                                           \
    X(EVP_MAC_final)                                                           \
    X(EVP_MAC_free)                                                            \
    X(EVP_MAC_init)                                                            \
    X(EVP_MAC_update)                                                          \
    X(EVP_MD_CTX_copy_ex)                                                      \
    X(EVP_MD_CTX_free)                                                         \
    X(EVP_MD_CTX_new)                                                          \
    X(EVP_MD_do_all_sorted)                                                    \
    X(EVP_MD_fetch)                                                            \
    X(EVP_MD_free)                                                             \
    X(EVP_MD_get0_name)                                                        \
    X(EVP_MD_get_flags)                                                        \
    X(EVP_MD_get_size)                                                         \
    X(EVP_PBE_scrypt)                                                          \
    X(EVP_get_cipherbyname)                                                    \
    X(EVP_get_digestbyname)                                                    \
    X(HMAC)                                                                    \
    X(OBJ_nid2sn)                                                              \
    X(OPENSSL_cleanse)                                                         \
    X(OpenSSL_version)                                                         \
    X(PKCS5_PBKDF2_HMAC)

typedef struct crypto {
    void *library; /* stays first */
    CRYPTO_FUNCTIONS(LIBRARY_MEMBER)
} crypto;

/* The loaded library; NULL with an exception pending if it is missing. */
const crypto *bind_crypto(runtime *r);

/* ---- crypto_job.c: errors, and work that may take long ------------------- */

#define CRYPTO_MOST_ERRORS 8

/* What OpenSSL has complained about on this thread, the oldest first. */
typedef struct crypto_errors {
    unsigned long list[CRYPTO_MOST_ERRORS];
    size_t count;
} crypto_errors;

/* Empty OpenSSL's queue of this thread into `out`. */
void bind_crypto_take_errors(const crypto *c, crypto_errors *out);

/* Node's error for them, or one with these words if there are none. */
napi_value bind_crypto_error(runtime *r, const crypto_errors *errors,
                             const char *otherwise);

/* Throw what is in OpenSSL's queue, or an error with these words; NULL. */
napi_value bind_crypto_throw(runtime *r, const char *otherwise);

/*
 * A job is work without JavaScript, done at once or on a thread of the pool. A
 * kind of job embeds this as its first member, from calloc().
 */
typedef struct crypto_job crypto_job;
typedef struct crypto_job_type {
    bind_type wrap;
    /* On any thread: false if OpenSSL refuses. */
    bool (*work)(crypto_job *job);
    /* Its value; NULL with an exception pending. */
    napi_value (*result)(runtime *r, crypto_job *job);
    void (*free)(crypto_job *job); /* what it owns, and itself */
    const char *failed;            /* the words if OpenSSL gives no reason */
} crypto_job_type;

struct crypto_job {
    bind_request base; /* stays first */
    orr_work work;
    const crypto *c;
    const crypto_job_type *type;
    crypto_errors errors;
    bool succeeded;
};

/*
 * Do a job, which is freed in the end whatever happens. Without a req: the
 * result, or NULL with an exception pending. With one: undefined, and later
 * req.oncomplete(error, result).
 */
napi_value bind_crypto_run(runtime *r, crypto_job *job,
                           const crypto_job_type *type, napi_value req);

/* ---- crypto.c: bytes in and out ------------------------------------------ */

/* Bytes that are ours, for work on another thread. */
typedef struct crypto_bytes {
    uint8_t *data; /* never NULL once copied */
    size_t length;
} crypto_bytes;

/* Copy a view; of anything else no bytes. False with an exception pending. */
bool bind_crypto_copy(runtime *r, napi_value view, crypto_bytes *out);
/* Memory for a result. False without any. */
bool bind_crypto_alloc(size_t n, crypto_bytes *out);
void bind_crypto_free(const crypto *c, crypto_bytes *bytes);
/* A Buffer of these bytes; NULL with an exception pending. */
napi_value bind_crypto_buffer(runtime *r, const void *bytes, size_t n);

/* A view's bytes, or those of a string in a codec. `memory` is to be freed.
 * False with an exception pending. */
bool bind_crypto_data(runtime *r, napi_value value, napi_value codec,
                      bind_bytes *out, void **memory);

/* A Buffer of these bytes, or a string if the codec is a number. */
napi_value bind_crypto_output(runtime *r, const uint8_t *bytes, size_t n,
                              napi_value codec);

/* A list of names being made. */
typedef struct crypto_names {
    runtime *r;
    napi_value list;
    uint32_t count;
} crypto_names;
void bind_crypto_add_name(crypto_names *n, const char *name);

/* crypto_hash.c: a hash by any of its names, to be freed; NULL if there is
 * none. */
EVP_MD *bind_crypto_find_hash(runtime *r, const crypto *c, napi_value name);
void bind_crypto_hash(runtime *r, napi_value exports);
void bind_crypto_cipher(runtime *r, napi_value exports);
void bind_crypto_derive(runtime *r, napi_value exports);

#endif
