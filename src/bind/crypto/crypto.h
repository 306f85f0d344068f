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
#include <openssl/ec.h>
#include <openssl/encoder.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/objects.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include "bind/bytes/buffer.h"
#include "bind/core/handle.h"
#include "bind/core/library.h"

#define CRYPTO_FUNCTIONS(X)                                                    \
    X(ASN1_INTEGER_to_BN)                                                      \
    X(ASN1_STRING_get0_data)                                                   \
    X(ASN1_STRING_length)                                                      \
    X(ASN1_STRING_to_UTF8)                                                     \
    X(ASN1_TIME_print)                                                         \
    X(AUTHORITY_INFO_ACCESS_free)                                              \
    X(BIO_ctrl)                                                                \
    X(BIO_free)                                                                \
    X(BIO_new)                                                                 \
    X(BIO_new_mem_buf)                                                         \
    X(BIO_s_mem)                                                               \
    X(BN_CTX_free)                                                             \
    X(BN_CTX_new)                                                              \
    X(BN_bin2bn)                                                               \
    X(BN_bn2bin)                                                               \
    X(BN_bn2binpad)                                                            \
    X(BN_bn2hex)                                                               \
    X(BN_check_prime)                                                          \
    X(BN_clear_free)                                                           \
    X(BN_cmp)                                                                  \
    X(BN_free)                                                                 \
    X(BN_generate_prime_ex)                                                    \
    X(BN_get_rfc2409_prime_1024)                                               \
    X(BN_get_rfc2409_prime_768)                                                \
    X(BN_get_rfc3526_prime_1536)                                               \
    X(BN_get_rfc3526_prime_2048)                                               \
    X(BN_get_rfc3526_prime_3072)                                               \
    X(BN_get_rfc3526_prime_4096)                                               \
    X(BN_get_rfc3526_prime_6144)                                               \
    X(BN_get_rfc3526_prime_8192)                                               \
    X(BN_is_zero)                                                              \
    X(BN_mod_exp)                                                              \
    X(BN_new)                                                                  \
    X(BN_num_bits)                                                             \
    X(CRYPTO_clear_free)                                                       \
    X(CRYPTO_free)                                                             \
    X(CRYPTO_memcmp)                                                           \
    X(CRYPTO_memdup)                                                           \
    X(CRYPTO_secure_malloc_init)                                               \
    X(CRYPTO_secure_malloc_initialized)                                        \
    X(CRYPTO_secure_used)                                                      \
    X(EC_GROUP_free)                                                           \
    X(EC_GROUP_get0_order)                                                     \
    X(EC_GROUP_get_degree)                                                     \
    X(EC_GROUP_new_by_curve_name)                                              \
    X(EC_POINT_free)                                                           \
    X(EC_POINT_get_affine_coordinates)                                         \
    X(EC_POINT_mul)                                                            \
    X(EC_POINT_new)                                                            \
    X(EC_POINT_oct2point)                                                      \
    X(EC_POINT_point2oct)                                                      \
    X(EC_curve_nist2nid)                                                       \
    X(EC_get_builtin_curves)                                                   \
    X(ERR_clear_error)                                                         \
    X(ERR_error_string_n)                                                      \
    X(ERR_get_error)                                                           \
    X(ERR_lib_error_string)                                                    \
    X(ERR_peek_error)                                                          \
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
    X(EVP_DigestSign)                                                          \
    X(EVP_DigestSignInit)                                                      \
    X(EVP_DigestUpdate)                                                        \
    X(EVP_DigestVerify)                                                        \
    X(EVP_DigestVerifyInit)                                                    \
    X(EVP_KDF_CTX_free)                                                        \
    X(EVP_KDF_CTX_new)                                                         \
    X(EVP_KDF_derive)                                                          \
    X(EVP_KDF_fetch)                                                           \
    X(EVP_KDF_free)                                                            \
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
    X(EVP_MD_is_a)                                                             \
    X(EVP_PBE_scrypt)                                                          \
    X(EVP_PKCS82PKEY)                                                          \
    X(EVP_PKEY_CTX_ctrl_str)                                                   \
    X(EVP_PKEY_CTX_free)                                                       \
    X(EVP_PKEY_CTX_new_from_name)                                              \
    X(EVP_PKEY_CTX_new_from_pkey)                                              \
    X(EVP_PKEY_CTX_set0_rsa_oaep_label)                                        \
    X(EVP_PKEY_CTX_set_kem_op)                                                 \
    X(EVP_PKEY_CTX_set_params)                                                 \
    X(EVP_PKEY_CTX_set_rsa_oaep_md)                                            \
    X(EVP_PKEY_CTX_set_rsa_padding)                                            \
    X(EVP_PKEY_CTX_set_rsa_pss_saltlen)                                        \
    X(EVP_PKEY_CTX_set_signature_md)                                           \
    X(EVP_PKEY_check)                                                          \
    X(EVP_PKEY_decapsulate)                                                    \
    X(EVP_PKEY_decapsulate_init)                                               \
    X(EVP_PKEY_decrypt)                                                        \
    X(EVP_PKEY_decrypt_init)                                                   \
    X(EVP_PKEY_derive)                                                         \
    X(EVP_PKEY_derive_init)                                                    \
    X(EVP_PKEY_derive_set_peer)                                                \
    X(EVP_PKEY_encapsulate)                                                    \
    X(EVP_PKEY_encapsulate_init)                                               \
    X(EVP_PKEY_encrypt)                                                        \
    X(EVP_PKEY_encrypt_init)                                                   \
    X(EVP_PKEY_eq)                                                             \
    X(EVP_PKEY_free)                                                           \
    X(EVP_PKEY_fromdata)                                                       \
    X(EVP_PKEY_fromdata_init)                                                  \
    X(EVP_PKEY_get0_type_name)                                                 \
    X(EVP_PKEY_get_bits)                                                       \
    X(EVP_PKEY_get_bn_param)                                                   \
    X(EVP_PKEY_get_int_param)                                                  \
    X(EVP_PKEY_get_octet_string_param)                                         \
    X(EVP_PKEY_get_raw_private_key)                                            \
    X(EVP_PKEY_get_raw_public_key)                                             \
    X(EVP_PKEY_get_utf8_string_param)                                          \
    X(EVP_PKEY_is_a)                                                           \
    X(EVP_PKEY_keygen)                                                         \
    X(EVP_PKEY_keygen_init)                                                    \
    X(EVP_PKEY_new_raw_private_key_ex)                                         \
    X(EVP_PKEY_new_raw_public_key_ex)                                          \
    X(EVP_PKEY_paramgen)                                                       \
    X(EVP_PKEY_paramgen_init)                                                  \
    X(EVP_PKEY_public_check)                                                   \
    X(EVP_PKEY_sign)                                                           \
    X(EVP_PKEY_sign_init)                                                      \
    X(EVP_PKEY_up_ref)                                                         \
    X(EVP_PKEY_verify)                                                         \
    X(EVP_PKEY_verify_init)                                                    \
    X(EVP_PKEY_verify_recover)                                                 \
    X(EVP_PKEY_verify_recover_init)                                            \
    X(EVP_default_properties_enable_fips)                                      \
    X(EVP_default_properties_is_fips_enabled)                                  \
    X(EVP_get_cipherbyname)                                                    \
    X(EVP_get_digestbyname)                                                    \
    X(EXTENDED_KEY_USAGE_free)                                                 \
    X(GENERAL_NAMES_free)                                                      \
    X(HMAC)                                                                    \
    X(NETSCAPE_SPKI_b64_decode)                                                \
    X(NETSCAPE_SPKI_free)                                                      \
    X(NETSCAPE_SPKI_get_pubkey)                                                \
    X(NETSCAPE_SPKI_verify)                                                    \
    X(OBJ_nid2sn)                                                              \
    X(OBJ_obj2nid)                                                             \
    X(OBJ_obj2txt)                                                             \
    X(OBJ_txt2nid)                                                             \
    X(OPENSSL_INIT_free)                                                       \
    X(OPENSSL_INIT_new)                                                        \
    X(OPENSSL_INIT_set_config_appname)                                         \
    X(OPENSSL_INIT_set_config_filename)                                        \
    X(OPENSSL_cleanse)                                                         \
    X(OPENSSL_init_crypto)                                                     \
    X(OPENSSL_sk_num)                                                          \
    X(OPENSSL_sk_value)                                                        \
    X(OSSL_ENCODER_CTX_free)                                                   \
    X(OSSL_ENCODER_CTX_new_for_pkey)                                           \
    X(OSSL_ENCODER_CTX_set_cipher)                                             \
    X(OSSL_ENCODER_CTX_set_pem_password_cb)                                    \
    X(OSSL_ENCODER_to_data)                                                    \
    X(OpenSSL_version)                                                         \
    X(OpenSSL_version_num)                                                     \
    X(PEM_bytes_read_bio)                                                      \
    X(PEM_read_bio_PrivateKey)                                                 \
    X(PEM_read_bio_X509_AUX)                                                   \
    X(PKCS5_PBKDF2_HMAC)                                                       \
    X(PKCS8_PRIV_KEY_INFO_free)                                                \
    X(RAND_bytes_ex)                                                           \
    X(X509_ALGOR_get0)                                                         \
    X(X509_NAME_ENTRY_get_data)                                                \
    X(X509_NAME_ENTRY_get_object)                                              \
    X(X509_NAME_entry_count)                                                   \
    X(X509_NAME_get_entry)                                                     \
    X(X509_NAME_print_ex)                                                      \
    X(X509_check_ca)                                                           \
    X(X509_check_email)                                                        \
    X(X509_check_host)                                                         \
    X(X509_check_ip_asc)                                                       \
    X(X509_check_issued)                                                       \
    X(X509_check_private_key)                                                  \
    X(X509_free)                                                               \
    X(X509_get0_notAfter)                                                      \
    X(X509_get0_notBefore)                                                     \
    X(X509_get0_serialNumber)                                                  \
    X(X509_get0_tbs_sigalg)                                                    \
    X(X509_get_ext_d2i)                                                        \
    X(X509_get_issuer_name)                                                    \
    X(X509_get_pubkey)                                                         \
    X(X509_get_subject_name)                                                   \
    X(X509_verify)                                                             \
    X(d2i_KeyParams)                                                           \
    X(d2i_PKCS8PrivateKey_bio)                                                 \
    X(d2i_PKCS8_PRIV_KEY_INFO)                                                 \
    X(d2i_PUBKEY)                                                              \
    X(d2i_PrivateKey)                                                          \
    X(d2i_PublicKey)                                                           \
    X(d2i_X509)                                                                \
    X(i2d_PUBKEY)                                                              \
    X(i2d_X509)

typedef struct crypto {
    void *library; /* stays first */
    CRYPTO_FUNCTIONS(LIBRARY_MEMBER)
    /* Deprecated since OpenSSL 3, and still the one way in without a provider;
     * these lines do not name the declarations, which warn. */
    RAND_METHOD *(*RAND_OpenSSL)(void);
    int (*RAND_set_rand_method)(const RAND_METHOD *method);
    uint64_t chance;   /* the generator's state; chance.c */
    bool lends_chance; /* it is recorded: jobs have a generator each */
} crypto;

/* chance.c: what OpenSSL draws on the simulator is the world's. */
void bind_crypto_begin_chance(runtime *r, crypto *c);
void bind_crypto_end_chance(const crypto *c);

/* The loaded library; NULL with an exception pending if it is missing. */
const crypto *bind_crypto(runtime *r);

/* ---- crypto/job.c: errors, and work that may take long ------------------- */

#define CRYPTO_MAX_ERRORS 8

/* What OpenSSL has complained about on this thread, the oldest first. */
typedef struct crypto_errors {
    unsigned long list[CRYPTO_MAX_ERRORS];
    size_t count;
} crypto_errors;

/* Empty OpenSSL's queue of this thread into `out`. */
void bind_crypto_take_errors(const crypto *c, crypto_errors *out);

/* Node's error for them, or one with these words if there are none. The
 * message is the oldest one, which Node lists in opensslErrorStack as well
 * unless the error comes from a job. NULL: another exception is pending. */
napi_value bind_crypto_error(runtime *r, const crypto_errors *errors,
                             const char *otherwise, bool lists_itself);

/* Of an error while TLS is spoken, whatever part of OpenSSL had it. */
void bind_crypto_set_tls_code(runtime *r, napi_value object,
                              unsigned long error);

/* Throw what is in OpenSSL's queue, or an error with these words; NULL. */
napi_value bind_crypto_throw(runtime *r, const char *otherwise);

/* Bytes that are ours, for work on another thread. */
typedef struct crypto_bytes {
    uint8_t *data; /* never NULL once copied */
    size_t length;
} crypto_bytes;

/*
 * A job is work without JavaScript, done at once or on a thread of the pool. A
 * kind of job embeds this as its first member, from calloc().
 */
typedef struct crypto_job crypto_job;
typedef struct crypto_job_type {
    bind_type wrap;
    /* On any thread: false if OpenSSL refuses. */
    bool (*work)(crypto_job *job);
    /* Its value; NULL with an exception pending. No function: a Buffer of what
     * is in `out`. */
    napi_value (*result)(runtime *r, crypto_job *job);
    void (*free)(crypto_job *job); /* what it owns, and itself */
    const char *failed;            /* the words if OpenSSL gives no reason */
} crypto_job_type;

/* The names are those that hooks and lists of resources show. */
#define CRYPTO_JOB(hook, resource, work, result, free, failed)                 \
    {                                                                          \
        { hook, resource, NULL }, work, result, free, failed                   \
    }

struct crypto_job {
    bind_request base; /* stays first */
    orr_work work;
    const crypto *c;
    const crypto_job_type *type;
    crypto_errors errors;
    crypto_bytes out; /* what it makes, if that is bytes; its type frees it */
    bool succeeded;
    bool lent; /* chance.c: it draws from `chance` */
    uint64_t chance;
};

/* Of a recorded runtime: a job that the pool does draws from a generator of its
 * own, between draw_for() and draw_again() on its thread. */
void bind_crypto_lend_chance(crypto_job *job, crypto *c);
uint64_t *bind_crypto_draw_for(crypto_job *job);
void bind_crypto_draw_again(uint64_t *before);

/*
 * Do a job, which is freed in the end whatever happens. Without a req: the
 * result, or NULL with an exception pending. With one: undefined, and later
 * req.oncomplete(error, result).
 */
napi_value bind_crypto_run(runtime *r, crypto_job *job,
                           const crypto_job_type *type, napi_value req);

void bind_crypto_jobs(runtime *r, napi_value exports);

/* ---- crypto.c: bytes in and out ------------------------------------------ */

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

/* crypto/hash.c: a hash by any of its names, to be freed; NULL if there is
 * none. */
EVP_MD *bind_crypto_find_hash(runtime *r, const crypto *c, napi_value name);
void bind_crypto_hash(runtime *r, napi_value exports);
void bind_crypto_cipher(runtime *r, napi_value exports);
void bind_crypto_curve(runtime *r, napi_value exports);
void bind_crypto_derive(runtime *r, napi_value exports);
void bind_crypto_generate(runtime *r, napi_value exports);
void bind_crypto_sign(runtime *r, napi_value exports);
void bind_crypto_kem(runtime *r, napi_value exports);
void bind_crypto_raw(runtime *r, napi_value exports);
void bind_crypto_argon2(runtime *r, napi_value exports);
void bind_crypto_settings(runtime *r, napi_value exports);
void bind_crypto_spkac(runtime *r, napi_value exports);
void bind_crypto_sponge(runtime *r, napi_value exports);
void bind_crypto_x509(runtime *r, napi_value exports);
/* Its object, which takes the certificate over. */
napi_value bind_crypto_wrap_certificate(runtime *r, X509 *x);

/* crypto/key.c: the object of a key, which takes it over; NULL with an
 * exception pending. The key of an object; and the same, to be freed. */
napi_value bind_crypto_wrap_key(runtime *r, EVP_PKEY *pkey);
EVP_PKEY *bind_crypto_key_of(runtime *r, napi_value object);
EVP_PKEY *bind_crypto_key_ref(runtime *r, napi_value object);
void bind_crypto_key(runtime *r, napi_value exports);

#endif
