/*
 * segment.h - how code points take part in grapheme clusters (UAX #29).
 *
 * segment_table.c says of what class a code point is, segment.c applies the
 * rules to them.
 */
#ifndef ORRERY_SEGMENT_H
#define ORRERY_SEGMENT_H

#include <stdint.h>

#include "base/chars.h"

/* Values of Grapheme_Cluster_Break; Extend is split into three by what
 * Indic_Conjunct_Break says of the code point. */
typedef enum segment_class {
    SEGMENT_OTHER,
    SEGMENT_CR,
    SEGMENT_LF,
    SEGMENT_CONTROL,
    SEGMENT_EXTEND,     /* Extend, within a conjunct too */
    SEGMENT_LINKER,     /* Extend that joins two consonants */
    SEGMENT_NON_JOINER, /* Extend that ends a conjunct */
    SEGMENT_ZWJ,
    SEGMENT_SPACING_MARK,
    SEGMENT_PREPEND,
    SEGMENT_PICTOGRAPH, /* Extended_Pictographic */
    SEGMENT_CONSONANT,
    SEGMENT_REGIONAL, /* half of a flag */
    SEGMENT_HANGUL_L,
    SEGMENT_HANGUL_V,
    SEGMENT_HANGUL_T,
    SEGMENT_HANGUL_LV,
    SEGMENT_HANGUL_LVT,
} segment_class;

segment_class segment_class_of(uint32_t code_point);

/* Write the index after each cluster of a text to `ends`, which has space for
 * as many as the text has characters; how many there are. */
size_t segment_find_ends(const orr_chars *text, uint32_t *ends);

#endif
