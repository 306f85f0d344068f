/*
 * curve.c - arithmetic for createECDH() and createDiffieHellman(): a
 * point times a number, a number to the power of another. The keys themselves
 * are Buffers of lib/.
 */
#include <stdlib.h>

#include "bind/crypto/crypto.h"

/* getCurves(): the names that OpenSSL has. */
static napi_value js_get_curves(napi_env env, napi_callback_info info)
{
    crypto_names n = { bind_args(env, info, 0, NULL), NULL, 0 };
    const crypto *c = bind_crypto(n.r);

    if (c == NULL)
        return NULL;
    const size_t count = c->EC_get_builtin_curves(NULL, 0);
    EC_builtin_curve *curves = calloc(count + 1, sizeof *curves);
    if (curves == NULL)
        return bind_threw(n.r);
    c->EC_get_builtin_curves(curves, count);
    BIND_OK(napi_create_array(env, &n.list));
    for (size_t i = 0; i < count; i++)
        bind_crypto_add_name(&n, c->OBJ_nid2sn(curves[i].nid));
    free(curves);
    return n.list;
}

/* ---- Points -------------------------------------------------------------- */

typedef struct curve {
    const crypto *c;
    EC_GROUP *group;
    EC_POINT *point;
    BIGNUM *number;
    BN_CTX *ctx;
} curve;

static bool open_curve(runtime *r, const crypto *c, napi_value name, curve *v)
{
    char *text = bind_to_string(r->env, name, NULL);
    int nid = text ? c->EC_curve_nist2nid(text) : 0; /* "P-256" */

    if (text != NULL && nid == 0)
        nid = c->OBJ_txt2nid(text);
    free(text);
    *v = (curve){ .c = c };
    if (nid == 0)
        return false;
    v->group = c->EC_GROUP_new_by_curve_name(nid);
    v->point = v->group ? c->EC_POINT_new(v->group) : NULL;
    v->ctx = c->BN_CTX_new();
    return v->point != NULL && v->ctx != NULL;
}

static void close_curve(curve *v)
{
    const crypto *c = v->c;

    c->EC_POINT_free(v->point);
    c->EC_GROUP_free(v->group);
    c->BN_clear_free(v->number);
    c->BN_CTX_free(v->ctx);
    c->ERR_clear_error();
}

static bool read_point(curve *v, napi_env env, napi_value view)
{
    bind_bytes bytes;

    return bind_to_bytes(env, view, &bytes) &&
           v->c->EC_POINT_oct2point(v->group, v->point, bytes.data,
                                    bytes.length, v->ctx) == 1;
}

/* A number between zero and the curve's order. */
static bool read_number(curve *v, napi_env env, napi_value view)
{
    bind_bytes bytes;

    if (!bind_to_bytes(env, view, &bytes))
        return false;
    v->number = v->c->BN_bin2bn(bytes.data, (int)bytes.length, NULL);
    return v->number != NULL && !v->c->BN_is_zero(v->number) &&
           v->c->BN_cmp(v->number, v->c->EC_GROUP_get0_order(v->group)) < 0;
}

static napi_value give_point(runtime *r, curve *v, int form)
{
    const size_t n = v->c->EC_POINT_point2oct(
        v->group, v->point, (point_conversion_form_t)form, NULL, 0, v->ctx);
    uint8_t *data;

    if (n == 0)
        return bind_null(r->env);
    const napi_value buffer = bind_new_buffer(r, n, &data);
    if (buffer != NULL)
        v->c->EC_POINT_point2oct(
            v->group, v->point, (point_conversion_form_t)form, data, n, v->ctx);
    return buffer;
}

/* curveSize(name): [bytes of a coordinate, bytes of a private key]; null if
 * there is no such curve. */
static napi_value js_curve_size(napi_env env, napi_callback_info info)
{
    napi_value args[1], result;
    runtime *r = bind_args(env, info, 1, args);
    const crypto *c = bind_crypto(r);
    curve v;

    if (c == NULL)
        return NULL;
    if (open_curve(r, c, args[0], &v)) {
        const double sizes[2] = {
            (c->EC_GROUP_get_degree(v.group) + 7) / 8,
            (c->BN_num_bits(c->EC_GROUP_get0_order(v.group)) + 7) / 8,
        };
        result = bind_numbers(env, sizes, 2);
    } else {
        result = bind_null(env);
    }
    close_curve(&v);
    return result;
}

/* pointOf(curve, private key, form): the public key; null if the private one is
 * not valid on this curve. */
static napi_value js_point_of(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    runtime *r = bind_args(env, info, 3, args);
    const crypto *c = bind_crypto(r);
    curve v;

    if (c == NULL)
        return NULL;
    const bool is_ok =
        open_curve(r, c, args[0], &v) && read_number(&v, env, args[1]) &&
        c->EC_POINT_mul(v.group, v.point, v.number, NULL, NULL, v.ctx) == 1;
    const napi_value result =
        is_ok ? give_point(r, &v, (int)bind_to_int(env, args[2]))
              : bind_null(env);
    close_curve(&v);
    return result;
}

/* convertPoint(curve, point, form): the same point; null if it is not on this
 * curve; undefined if there is no such curve. */
static napi_value js_convert_point(napi_env env, napi_callback_info info)
{
    napi_value args[3], result = NULL;
    runtime *r = bind_args(env, info, 3, args);
    const crypto *c = bind_crypto(r);
    curve v;

    if (c == NULL)
        return NULL;
    if (!open_curve(r, c, args[0], &v))
        result = bind_undefined(env);
    else if (!read_point(&v, env, args[1]))
        result = bind_null(env);
    else
        result = give_point(r, &v, (int)bind_to_int(env, args[2]));
    close_curve(&v);
    return result;
}

/* The x coordinate of a point, as long as the curve's field. */
static napi_value give_x(runtime *r, curve *v)
{
    const crypto *c = v->c;
    const int size = (c->EC_GROUP_get_degree(v->group) + 7) / 8;
    BIGNUM *x = c->BN_new();
    napi_value result = NULL;
    uint8_t *data;

    if (x == NULL)
        return bind_threw(r);
    if (c->EC_POINT_get_affine_coordinates(v->group, v->point, x, NULL,
                                           v->ctx) == 1) {
        result = bind_new_buffer(r, (size_t)size, &data);
        if (result != NULL)
            c->BN_bn2binpad(x, data, size);
    } else {
        result = bind_null(r->env);
    }
    c->BN_clear_free(x);
    return result;
}

/* multiplyPoint(curve, point, private key): the common secret; null if the
 * point is not on this curve. */
static napi_value js_multiply_point(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    runtime *r = bind_args(env, info, 3, args);
    const crypto *c = bind_crypto(r);
    curve v;

    if (c == NULL)
        return NULL;
    const bool is_ok =
        open_curve(r, c, args[0], &v) && read_number(&v, env, args[2]) &&
        read_point(&v, env, args[1]) &&
        c->EC_POINT_mul(v.group, v.point, NULL, v.point, v.number, v.ctx) == 1;
    const napi_value result = is_ok ? give_x(r, &v) : bind_null(env);
    close_curve(&v);
    return result;
}

/* ---- Numbers ------------------------------------------------------------- */

static BIGNUM *to_number(const crypto *c, napi_env env, napi_value view)
{
    bind_bytes bytes = { NULL, 0 };

    bind_to_bytes(env, view, &bytes);
    return c->BN_bin2bn(bytes.data, (int)bytes.length, NULL);
}

/* power(base, exponent, modulus): a Buffer as long as the modulus. */
static napi_value js_power(napi_env env, napi_callback_info info)
{
    napi_value args[3], result = NULL;
    runtime *r = bind_args(env, info, 3, args);
    const crypto *c = bind_crypto(r);
    uint8_t *data;

    if (c == NULL)
        return NULL;
    BIGNUM *n[3];
    for (size_t i = 0; i < 3; i++)
        n[i] = to_number(c, env, args[i]);
    BN_CTX *ctx = c->BN_CTX_new();
    BIGNUM *power = c->BN_new();
    if (n[0] && n[1] && n[2] && ctx && power &&
        c->BN_mod_exp(power, n[0], n[1], n[2], ctx) == 1) {
        const int size = (c->BN_num_bits(n[2]) + 7) / 8;
        result = bind_new_buffer(r, (size_t)size, &data);
        if (result != NULL)
            c->BN_bn2binpad(power, data, size);
    } else {
        bind_crypto_throw(r, "Modular exponentiation failed");
    }
    for (size_t i = 0; i < 3; i++)
        c->BN_clear_free(n[i]);
    c->BN_clear_free(power);
    c->BN_CTX_free(ctx);
    return result;
}

/* groupPrime(bits): the prime of Node's group of so many bits; null. */
static napi_value js_group_prime(napi_env env, napi_callback_info info)
{
    napi_value args[1];
    runtime *r = bind_args(env, info, 1, args);
    const crypto *c = bind_crypto(r);
    uint8_t *data;

    if (c == NULL)
        return NULL;
    const struct {
        int bits;
        BIGNUM *(*get)(BIGNUM *);
    } groups[] = {
        { 768, c->BN_get_rfc2409_prime_768 },
        { 1024, c->BN_get_rfc2409_prime_1024 },
        { 1536, c->BN_get_rfc3526_prime_1536 },
        { 2048, c->BN_get_rfc3526_prime_2048 },
        { 3072, c->BN_get_rfc3526_prime_3072 },
        { 4096, c->BN_get_rfc3526_prime_4096 },
        { 6144, c->BN_get_rfc3526_prime_6144 },
        { 8192, c->BN_get_rfc3526_prime_8192 },
    };
    const int bits = (int)bind_to_int(env, args[0]);
    size_t i = 0;
    while (i < 8 && groups[i].bits != bits)
        i++;
    BIGNUM *prime = i < 8 ? groups[i].get(NULL) : NULL;
    if (prime == NULL)
        return bind_null(env);
    const napi_value result = bind_new_buffer(r, (size_t)bits / 8, &data);
    if (result != NULL)
        c->BN_bn2binpad(prime, data, bits / 8);
    c->BN_free(prime);
    return result;
}

void bind_crypto_curve(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "getCurves", js_get_curves },
        { "curveSize", js_curve_size },
        { "pointOf", js_point_of },
        { "convertPoint", js_convert_point },
        { "multiplyPoint", js_multiply_point },
        { "power", js_power },
        { "groupPrime", js_group_prime },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
}
