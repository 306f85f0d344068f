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
#include <openssl/params.h>

#include "bind/buffer.h"
#include "bind/library.h"

#define CRYPTO_FUNCTIONS(X)                                                    \
    X(CRYPTO_memcmp)                                                           \
    X(ERR_clear_error)                                                         \
    X(ERR_error_string_n)                                                      \
    X(ERR_get_error)                                                           \
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
    X(EVP_get_digestbyname)                                                    \
    X(OpenSSL_version)

typedef struct crypto {
    void *library; /* stays first */
    CRYPTO_FUNCTIONS(LIBRARY_MEMBER)
} crypto;

/* The loaded library; NULL with an exception pending if it is missing. */
const crypto *bind_crypto(runtime *r);

/* Throw the oldest error of OpenSSL's queue; returns NULL. */
napi_value bind_crypto_throw(runtime *r);

/* A view's bytes, or those of a string in a codec. `memory` is to be freed.
 * False with an exception pending. */
bool bind_crypto_data(runtime *r, napi_value value, napi_value codec,
                      bind_bytes *out, void **memory);

/* A Buffer of these bytes, or a string if the codec is a number. */
napi_value bind_crypto_output(runtime *r, const uint8_t *bytes, size_t n,
                              napi_value codec);

/* crypto_hash.c */
void bind_crypto_hash(runtime *r, napi_value exports);

#endif
