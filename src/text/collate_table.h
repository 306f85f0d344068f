/*
 * collate_table.h - the weights of characters, which tools/mkcollate.c makes of
 * CLDR's root collation.
 *
 * A character has a weight, 32 bits. Below the tags its low byte is a tertiary
 * weight, the next one a secondary, the upper half a primary. A tag says that
 * there is more to it; what it needs is in the upper 19 bits, an index, and in
 * bits 8 to 12, a number.
 */
#ifndef ORRERY_COLLATE_TABLE_H
#define ORRERY_COLLATE_TABLE_H

#include <stdint.h>

enum {
    COLLATE_TAGS = 0xc0,   /* a low byte from here on has a tag */
    COLLATE_PRIMARY = 1,   /* a primary of 24 bits, the others common */
    COLLATE_SECONDARY = 2, /* no primary */
    COLLATE_SEVERAL = 6,   /* `number` of collate_elements, from `index` on */
    COLLATE_AFTER = 8,     /* depends on what is before it: collate_nodes */
    COLLATE_BEFORE = 9,    /* depends on what follows: collate_nodes */
    COLLATE_DIGIT = 10,    /* a digit; collate_digits has its plain weight */
    COLLATE_HANGUL = 12,   /* a syllable: the weights of its letters */
    COLLATE_STEPS = 14,    /* in a run of characters: collate_elements */
    COLLATE_UNASSIGNED = 15,
    COLLATE_BLOCK = 32, /* characters */
};

/* Of COLLATE_BEFORE: a mark may follow that is not next to it. */
#define COLLATE_TRAILING_MARKS 0x400u
/* Of COLLATE_BEFORE: the character by itself is no match. */
#define COLLATE_NOT_ALONE 0x100u

/* The weight that is none. */
#define COLLATE_NONE 1u

/* What was read so far, before or after a character: its weight if that was a
 * whole context, and the characters that may come then. */
typedef struct collate_node {
    uint32_t weight;
    uint16_t first; /* of collate_edges */
    uint16_t count;
} collate_node;

typedef struct collate_edge {
    uint32_t character;
    uint32_t node;
} collate_edge;

/* A character that is others in the normal form D. */
typedef struct collate_composite {
    uint32_t character : 24;
    uint32_t count : 8;
    uint32_t first; /* of collate_parts */
} collate_composite;

/* Bits of collate_kinds; below them is the class of a mark, 0 for no mark. */
enum {
    COLLATE_CLASS = 0xff,
    COLLATE_JOINED = 0x100,    /* with what is before it, perhaps */
    COLLATE_COMPOSITE = 0x200, /* collate_composites has it */
};

extern const uint16_t collate_blocks[];
extern const uint32_t collate_weights[];
extern const uint16_t collate_kind_blocks[];
extern const uint16_t collate_kinds[];
extern const uint64_t collate_elements[];
extern const uint32_t collate_digits[];
extern const collate_node collate_nodes[];
extern const collate_edge collate_edges[];
extern const collate_composite collate_composites[];
extern const uint32_t collate_parts[];
extern const uint32_t collate_composites_count;
/* The primary of numbers, and the last one of white space and punctuation. */
extern const uint32_t collate_number_primary;
extern const uint32_t collate_last_punctuation;

static inline uint32_t collate_weight_of(uint32_t c)
{
    return collate_weights[(uint32_t)collate_blocks[c / COLLATE_BLOCK] *
                               COLLATE_BLOCK +
                           c % COLLATE_BLOCK];
}

static inline uint32_t collate_kind_of(uint32_t c)
{
    return collate_kinds[(uint32_t)collate_kind_blocks[c / COLLATE_BLOCK] *
                             COLLATE_BLOCK +
                         c % COLLATE_BLOCK];
}

#endif
