/*
 * sponge.c - the Keccak sponge: cSHAKE, KMAC, TurboSHAKE and KangarooTwelve,
 * which OpenSSL does not have, or has only in part. lib/ frames what goes in
 * (internal/crypto/web_sponge); this absorbs it and squeezes the result out.
 *
 * The state is 25 words. Input goes over its first `rate` bytes, and the rest
 * never leaves it.
 */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "bind/crypto/crypto.h"

#define LANES 25
#define ALL_ROUNDS 24
#define STATE_SIZE (LANES * sizeof(uint64_t))

typedef struct sponge {
    uint64_t lanes[LANES];
    size_t rate; /* bytes of the state that are in use */
    size_t at;   /* where the next byte goes, or comes from */
    uint32_t rounds;
} sponge;

static uint64_t sponge_rotate(uint64_t word, unsigned n)
{
    return n == 0 ? word : word << n | word >> (64 - n);
}

/* The parity of the columns on both sides goes into each lane. */
static void mix_columns(uint64_t *a)
{
    uint64_t parity[5];

    for (int x = 0; x < 5; x++)
        parity[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
    for (int i = 0; i < LANES; i++)
        a[i] ^= parity[(i + 4) % 5] ^ sponge_rotate(parity[(i + 1) % 5], 1);
}

/* Lanes turn, and change places: all but the first are on one long cycle. */
static void turn_and_move(uint64_t *a)
{
    unsigned x = 1, y = 0;
    uint64_t word = a[1];

    for (unsigned t = 0; t < LANES - 1; t++) {
        const unsigned next_y = (2 * x + 3 * y) % 5;
        x = y;
        y = next_y;
        const uint64_t moved = sponge_rotate(word, (t + 1) * (t + 2) / 2 % 64);
        word = a[x + 5 * y];
        a[x + 5 * y] = moved;
    }
}

static void mix_rows(uint64_t *a)
{
    for (int y = 0; y < LANES; y += 5) {
        uint64_t row[5];
        memcpy(row, a + y, sizeof row);
        for (int x = 0; x < 5; x++)
            a[y + x] = row[x] ^ (~row[(x + 1) % 5] & row[(x + 2) % 5]);
    }
}

static void sponge_permute(sponge *s)
{
    static const uint64_t constants[ALL_ROUNDS] = {
        0x0000000000000001, 0x0000000000008082, 0x800000000000808a,
        0x8000000080008000, 0x000000000000808b, 0x0000000080000001,
        0x8000000080008081, 0x8000000000008009, 0x000000000000008a,
        0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
        0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
        0x8000000000008003, 0x8000000000008002, 0x8000000000000080,
        0x000000000000800a, 0x800000008000000a, 0x8000000080008081,
        0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
    };

    /* Fewer rounds are the last ones. */
    for (uint32_t i = ALL_ROUNDS - s->rounds; i < ALL_ROUNDS; i++) {
        mix_columns(s->lanes);
        turn_and_move(s->lanes);
        mix_rows(s->lanes);
        s->lanes[0] ^= constants[i];
    }
    s->at = 0;
}

/* Lanes hold their bytes with the lowest first, on any machine. */
static void sponge_flip(sponge *s, size_t at, uint8_t byte)
{
    s->lanes[at / 8] ^= (uint64_t)byte << at % 8 * 8;
}

static void sponge_absorb(sponge *s, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        sponge_flip(s, s->at++, bytes[i]);
        if (s->at == s->rate)
            sponge_permute(s);
    }
}

static void sponge_squeeze(sponge *s, uint8_t *out, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (s->at == s->rate)
            sponge_permute(s);
        out[i] = (uint8_t)(s->lanes[s->at / 8] >> s->at % 8 * 8);
        s->at++;
    }
}

/* sponge(rate, rounds, suffix, size, data): `size` bytes of the data's digest;
 * the suffix is what tells one function of the family from another. */
static napi_value js_sponge(napi_env env, napi_callback_info info)
{
    napi_value args[5], result;
    runtime *r = bind_args(env, info, 5, args);
    sponge s = { .rate = bind_to_size(env, args[0]),
                 .rounds = (uint32_t)bind_to_size(env, args[1]) };
    const uint8_t suffix = (uint8_t)bind_to_size(env, args[2]);
    crypto_bytes out;
    bind_bytes data;

    if (!bind_to_bytes(env, args[4], &data))
        return NULL;
    must(s.rate < STATE_SIZE && s.rounds <= ALL_ROUNDS, "a sponge of Keccak");
    if (!bind_crypto_alloc(bind_to_size(env, args[3]), &out)) {
        engine_throw_no_memory(r->engine);
        return NULL;
    }
    sponge_absorb(&s, data.data, data.length);
    sponge_flip(&s, s.at, suffix);
    sponge_flip(&s, s.rate - 1, 0x80);
    sponge_permute(&s);
    sponge_squeeze(&s, out.data, out.length);
    result = bind_crypto_buffer(r, out.data, out.length);
    free(out.data);
    return result;
}

void bind_crypto_sponge(runtime *r, napi_value exports)
{
    bind_method(r, exports, "sponge", js_sponge);
}
