/*
 * mkcollate DATA FILE: write the tables of src/text/collate_table.h into FILE,
 * made of ICU's ucadata.icu (format 5), which is CLDR's root collation.
 *
 * The data have a trie of weights by code point, expansions, and contexts: what
 * a character weighs before or after others, as tries of UTF-16 units. Here
 * contexts become nodes and edges of code points, and all expansions become
 * elements of 64 bits: primary, secondary, tertiary. What a tailoring would
 * need is left out.
 *
 * Normal form D and the classes of marks come from quickjs's libunicode.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libunicode.c>

#include "text/collate_table.h"

enum {
    CODE_POINTS = 0x110000,
    BLOCKS = CODE_POINTS / COLLATE_BLOCK,
    COMMON = 0x05000500,
    /* Indexes of the data's header. */
    I_LENGTH = 0,
    I_OPTIONS = 1,
    I_TRIE = 7,
    I_ELEMENTS = 9,
    I_WEIGHTS = 11,
    I_CONTEXTS = 13,
    I_SCRIPTS = 16,
    I_TOTAL = 19,
    /* Tags that only the data have. */
    TAG_LATIN = 4,
    TAG_SEVERAL_32 = 5,
    TAG_NUL = 11,
    TAG_LEAD = 13,
    /* Sizes that are more than enough; grow() sees to it. */
    MAX = 1 << 19,
};

static void stop(const char *why)
{
    fprintf(stderr, "mkcollate: %s\n", why);
    exit(1);
}

static void check(bool ok, const char *why)
{
    if (!ok)
        stop(why);
}

/* ---- the data -------------------------------------------------------------
 */

static uint8_t data[1 << 21];
static const uint8_t *body; /* after the header */

static uint32_t u16_at(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8;
}

static uint32_t u32_at(const uint8_t *at)
{
    return u16_at(at) | u16_at(at + 2) << 16;
}

static uint32_t header(int i)
{
    return u32_at(body + 4 * i);
}

static void load(const char *name)
{
    FILE *f = fopen(name, "rb");

    check(f != NULL, "cannot open the data");
    const size_t n = fread(data, 1, sizeof data, f);
    fclose(f);
    const uint32_t from = u16_at(data);
    check(n > 256 && n < sizeof data && memcmp(data + 12, "UCol", 4) == 0 &&
              data[16] == 5 && from < n,
          "these are not collation data of format 5");
    body = data + from;
    check(header(I_LENGTH) > I_TOTAL && from + header(I_TOTAL) <= n,
          "the data are cut off");
}

/* A trie of 32-bit values: two stages for the first plane, three above. */
static uint32_t data_weight(uint32_t c)
{
    const uint8_t *trie = body + header(I_TRIE);
    const uint32_t n_index = u16_at(trie + 6);
    const uint32_t n_values = u16_at(trie + 8) << 2;
    const uint8_t *index = trie + 16, *values = index + 2 * n_index;
    uint32_t block;

    check(u32_at(trie) == 0x54726932, "the data have no trie");
    if (c >= u16_at(trie + 14) << 11)
        return u32_at(values + 4 * (n_values - 4));
    if (c >= 0xd800 && c < 0xdc00) /* as code points, not as units */
        block = u16_at(index + 2 * (0x800 + ((c - 0xd800) >> 5)));
    else if (c < 0x10000)
        block = u16_at(index + 2 * (c >> 5));
    else {
        const uint32_t first = u16_at(index + 2 * (0x820 + (c >> 11)));
        block = u16_at(index + 2 * (first + (c >> 5 & 0x3f)));
    }
    return u32_at(values + 4 * ((block << 2) + (c & 0x1f)));
}

static uint32_t data_weight_at(uint32_t index)
{
    return u32_at(body + header(I_WEIGHTS) + 4 * index);
}

static uint64_t data_element_at(uint32_t index)
{
    const uint8_t *at = body + header(I_ELEMENTS) + 8 * index;

    return (uint64_t)u32_at(at + 4) << 32 | u32_at(at);
}

/* ---- what is made of them -------------------------------------------------
 */

static uint32_t weights[CODE_POINTS];
static uint16_t kinds[CODE_POINTS];
static uint64_t elements[MAX];
static uint32_t n_elements;
static uint32_t digits[MAX];
static uint32_t n_digits;
static collate_node nodes[MAX];
static uint32_t n_nodes;
static collate_edge edges[MAX];
static uint32_t n_edges;
static collate_composite composites[MAX];
static uint32_t n_composites;
static uint32_t parts[MAX];
static uint32_t n_parts;

/* Room for one more of `n` things, of which there may be `most`. */
static uint32_t grow(uint32_t *n, uint32_t max)
{
    check(*n < max, "there are more of these than the tables can number");
    return (*n)++;
}

static uint32_t tagged(uint32_t index, uint32_t bits, uint32_t tag)
{
    return index << 13 | bits | COLLATE_TAGS | tag;
}

static bool has_tag(uint32_t weight, uint32_t tag)
{
    return (weight & 0xff) == (COLLATE_TAGS | tag);
}

/* A weight that is one element. */
static uint64_t element_of(uint32_t w)
{
    if ((w & 0xff) < COLLATE_TAGS)
        return (uint64_t)(w & 0xffff0000) << 32 | (w & 0xff00) << 16 |
               (w & 0xff) << 8;
    if (has_tag(w, COLLATE_PRIMARY))
        return (uint64_t)(w & 0xffffff00) << 32 | COMMON;
    check(has_tag(w, COLLATE_SECONDARY), "a weight of several is in another");
    return w & 0xffffff00;
}

static uint32_t several(const uint64_t *list, uint32_t count)
{
    uint32_t at = 0;

    while (at + count <= n_elements &&
           memcmp(elements + at, list, count * sizeof *list) != 0)
        at++;
    if (at + count > n_elements) {
        at = n_elements;
        for (uint32_t i = 0; i < count; i++)
            elements[grow(&n_elements, MAX)] = list[i];
    }
    return tagged(at, count << 8, COLLATE_SEVERAL);
}

static uint32_t convert(uint32_t w);

static uint32_t convert_several(uint32_t w)
{
    const uint32_t index = w >> 13, tag = w & 0xf;
    uint32_t count = w >> 8 & 31;
    uint64_t list[31];

    if (tag == TAG_LATIN) {
        count = 2;
        list[0] =
            (uint64_t)(w & 0xff000000) << 32 | 0x05000000 | (w & 0xff0000) >> 8;
        list[1] = (w & 0xff00) << 16 | 0x0500;
    }
    for (uint32_t i = 0; tag != TAG_LATIN && i < count; i++)
        list[i] = tag == TAG_SEVERAL_32 ? element_of(data_weight_at(index + i))
                                        : data_element_at(index + i);
    return several(list, count);
}

/* ---- contexts --------------------------------------------------------------
 *
 * A trie of units. A node is a branch, a piece of text, or a value, which may
 * have another node after it.
 */

typedef struct suffix {
    uint16_t text[16];
    uint32_t length;
    uint32_t weight;
} suffix;

static suffix suffixes[1024];
static uint32_t n_suffixes;

static uint32_t unit(const uint8_t **at)
{
    *at += 2;
    return u16_at(*at - 2);
}

static uint32_t two_units(const uint8_t **at)
{
    const uint32_t high = unit(at);

    return high << 16 | unit(at);
}

/* A value, or how far it is to jump. */
static uint32_t read_value(const uint8_t **at, uint32_t lead)
{
    if (lead < 0x4000)
        return lead;
    return lead < 0x7fff ? (lead - 0x4000) << 16 | unit(at) : two_units(at);
}

static uint32_t read_value_in_node(const uint8_t **at, uint32_t lead)
{
    if (lead < 0x4040)
        return (lead >> 6) - 1;
    return lead < 0x7fc0 ? ((lead & 0x7fc0) - 0x4040) << 10 | unit(at)
                         : two_units(at);
}

static uint32_t read_jump(const uint8_t **at)
{
    const uint32_t jump = unit(at);

    if (jump < 0xfc00)
        return jump;
    return jump == 0xffff ? two_units(at) : (jump - 0xfc00) << 16 | unit(at);
}

static void add_suffix(suffix so_far, uint32_t weight)
{
    so_far.weight = weight;
    check(n_suffixes < 1024, "a context has too many texts");
    suffixes[n_suffixes++] = so_far;
}

static void add_unit(suffix *s, uint32_t u)
{
    check(s->length < 16, "a context is too long");
    s->text[s->length++] = (uint16_t)u;
}

static void read_node(const uint8_t *at, suffix so_far);

static void read_branch(const uint8_t *at, uint32_t count, suffix so_far)
{
    while (count > 5) {
        unit(&at); /* where the halves part */
        const uint32_t jump = read_jump(&at);
        read_branch(at + 2 * jump, count >> 1, so_far);
        count -= count >> 1;
    }
    for (; count > 1; count--) {
        suffix s = so_far;
        add_unit(&s, unit(&at));
        const uint32_t lead = unit(&at);
        const uint32_t value = read_value(&at, lead & 0x7fff);
        if (lead & 0x8000)
            add_suffix(s, value);
        else
            read_node(at + 2 * value, s);
    }
    add_unit(&so_far, unit(&at));
    read_node(at, so_far);
}

static void read_node(const uint8_t *at, suffix so_far)
{
    uint32_t node = unit(&at);

    if (node & 0x8000) {
        add_suffix(so_far, read_value(&at, node & 0x7fff));
        return;
    }
    if (node >= 0x40) {
        add_suffix(so_far, read_value_in_node(&at, node));
        node &= 0x3f;
    }
    if (node < 0x30) {
        read_branch(at, (node == 0 ? unit(&at) : node) + 1, so_far);
        return;
    }
    for (uint32_t n = node - 0x30 + 1; n > 0; n--)
        add_unit(&so_far, unit(&at));
    read_node(at, so_far);
}

/* The code points of a suffix; those of a text before a character are written
 * backwards, each of them forwards. */
static uint32_t take_character(const suffix *s, uint32_t *at)
{
    const uint32_t c = s->text[(*at)++];

    if (c < 0xd800 || c > 0xdbff || *at == s->length)
        return c;
    return 0x10000 + ((c - 0xd800) << 10) + (s->text[(*at)++] - 0xdc00u);
}

/* A tree while it is built: first child and next sibling. */
typedef struct branch {
    uint32_t character, weight;
    uint32_t child, sibling;
} branch;

static branch tree[4096];
static uint32_t n_tree;

static uint32_t new_branch(uint32_t character)
{
    const uint32_t at = grow(&n_tree, 4096);

    tree[at] = (branch){ .character = character, .weight = COLLATE_NONE };
    return at;
}

static uint32_t child_of(uint32_t parent, uint32_t character)
{
    uint32_t *at = &tree[parent].child;

    while (*at != 0 && tree[*at].character < character)
        at = &tree[*at].sibling;
    if (*at != 0 && tree[*at].character == character)
        return *at;
    const uint32_t next = *at, made = new_branch(character);
    tree[made].sibling = next;
    return *at = made;
}

/* Edges of a node are one after the other, by character. */
static uint32_t write_tree(uint32_t at)
{
    const uint32_t node = grow(&n_nodes, MAX), first = n_edges;
    uint32_t count = 0;

    for (uint32_t c = tree[at].child; c != 0; c = tree[c].sibling, count++)
        grow(&n_edges, 0x10000);
    nodes[node] =
        (collate_node){ tree[at].weight, (uint16_t)first, (uint16_t)count };
    uint32_t edge = first;
    for (uint32_t c = tree[at].child; c != 0; c = tree[c].sibling, edge++) {
        edges[edge].character = tree[c].character;
        edges[edge].node = write_tree(c);
    }
    return node;
}

static bool is_joined[CODE_POINTS];

static uint32_t convert_context(uint32_t w)
{
    const uint8_t *at = body + header(I_CONTEXTS) + 2 * (w >> 13);
    const bool is_before = has_tag(w, COLLATE_BEFORE);
    const uint32_t alone = u16_at(at) << 16 | u16_at(at + 2);
    uint32_t bits = w & 0x1f00;

    n_suffixes = 0;
    read_node(at + 4, (suffix){ .length = 0 });
    const uint32_t n = n_suffixes;
    suffix *own = malloc(n * sizeof *own);
    check(own != NULL, "no memory");
    memcpy(own, suffixes, n * sizeof *own);

    /* Weights may have contexts themselves, so they come first. */
    const uint32_t plain = convert(alone);
    for (uint32_t i = 0; i < n; i++)
        own[i].weight = convert(own[i].weight);

    n_tree = 0;
    const uint32_t root = new_branch(0);
    tree[root].weight = plain;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t to = root;
        for (uint32_t unit_at = 0; unit_at < own[i].length;) {
            const uint32_t c = take_character(&own[i], &unit_at);
            to = child_of(to, c);
            is_joined[c] |= is_before;
        }
        tree[to].weight = own[i].weight;
    }
    free(own);
    return tagged(write_tree(root), is_before ? bits : 0,
                  is_before ? COLLATE_BEFORE : COLLATE_AFTER);
}

/* Contexts that were converted already, by their place in the data. */
static uint32_t converted[MAX];

static uint32_t convert(uint32_t w)
{
    const uint32_t tag = w & 0xf, index = w >> 13;
    uint64_t element;

    if ((w & 0xff) < COLLATE_TAGS)
        return w;
    switch (tag) {
    case COLLATE_PRIMARY:
    case COLLATE_SECONDARY:
        return w;
    case TAG_LATIN:
    case TAG_SEVERAL_32:
    case COLLATE_SEVERAL:
        return convert_several(w);
    case COLLATE_AFTER:
    case COLLATE_BEFORE:
        if (converted[index] == 0)
            converted[index] = convert_context(w);
        return converted[index];
    case COLLATE_DIGIT: {
        const uint32_t plain = convert(data_weight_at(index));
        const uint32_t at = grow(&n_digits, MAX);
        digits[at] = plain;
        return tagged(at, w & 0xf00, COLLATE_DIGIT);
    }
    case TAG_NUL:
        return convert(data_weight_at(0));
    case COLLATE_HANGUL:
        return tagged(0, 0, COLLATE_HANGUL);
    case COLLATE_STEPS:
        element = data_element_at(index);
        return several(&element, 1) - COLLATE_SEVERAL + COLLATE_STEPS;
    case TAG_LEAD:
    case COLLATE_UNASSIGNED:
        return tagged(0, 0, COLLATE_UNASSIGNED);
    default:
        stop("a weight has a tag that a root collation has not");
        return 0;
    }
}

/* ---- kinds of characters ---------------------------------------------------
 */

static void *resize(void *opaque, void *p, size_t size)
{
    (void)opaque;
    return realloc(p, size);
}

static bool is_hangul(uint32_t c)
{
    return c >= 0xac00 && c <= 0xd7a3;
}

/* `first`: of its normal form, which decides what it may join. */
static uint32_t add_composite(uint32_t c)
{
    uint32_t *list = NULL;
    const int n = unicode_normalize(&list, &c, 1, UNICODE_NFD, NULL,
                                    (DynBufReallocFunc *)resize);

    check(n > 0, "no memory");
    const uint32_t first = list[0];
    if (first != c || n > 1) {
        composites[grow(&n_composites, MAX)] = (collate_composite){
            .character = c, .count = (uint8_t)n, .first = n_parts
        };
        for (int i = 0; i < n; i++)
            parts[grow(&n_parts, MAX)] = list[i];
        kinds[c] |= COLLATE_COMPOSITE;
    }
    free(list);
    return first;
}

static void find_kinds(void)
{
    for (uint32_t c = 0; c < CODE_POINTS; c++) {
        const uint32_t class = (uint32_t)unicode_get_cc(c);
        const bool joins =
            class != 0 || is_joined[c] || has_tag(weights[c], COLLATE_AFTER);
        kinds[c] = (uint16_t)(class | (joins ? COLLATE_JOINED : 0));
    }
    for (uint32_t c = 0; c < CODE_POINTS; c++) {
        if (is_hangul(c) || (c >= 0xd800 && c < 0xe000))
            continue;
        const uint32_t first = add_composite(c);
        if (kinds[first] & COLLATE_JOINED)
            kinds[c] |= COLLATE_JOINED;
    }
    for (uint32_t c = 0x10000; c < CODE_POINTS; c++)
        kinds[0xd800 + ((c - 0x10000) >> 10)] |= kinds[c] & COLLATE_JOINED;
}

/* The last primary of the group of white space and punctuation. */
static uint32_t last_punctuation(void)
{
    const uint8_t *at = body + header(I_SCRIPTS);
    const uint32_t n = u16_at(at);
    const uint32_t group = u16_at(at + 2 * (1 + n + 1));

    return (u16_at(at + 2 * (1 + n + 16 + group + 1)) << 16) - 1;
}

/* ---- writing ---------------------------------------------------------------
 */

static FILE *out;

static void write_words(const char *type, const char *name,
                        const uint32_t *list, uint32_t count)
{
    fprintf(out, "const %s %s[] = {", type, name);
    for (uint32_t i = 0; i < count; i++)
        fprintf(out, "%s0x%x,", i % 8 == 0 ? "\n" : "", (unsigned)list[i]);
    fprintf(out, "\n};\n");
}

/* Blocks that are the same are written once. */
static void write_blocks(const char *blocks_name, const char *type,
                         const char *name, const uint32_t *list)
{
    static uint32_t blocks[BLOCKS], kept[CODE_POINTS];
    uint32_t n = 0;

    for (uint32_t b = 0; b < BLOCKS; b++) {
        const uint32_t *from = list + b * COLLATE_BLOCK;
        const size_t size = COLLATE_BLOCK * sizeof *from;
        uint32_t same = 0;
        while (same < n && memcmp(kept + same * COLLATE_BLOCK, from, size) != 0)
            same++;
        if (same == n)
            memcpy(kept + n++ * COLLATE_BLOCK, from, size);
        blocks[b] = same;
    }
    check(n < 0x10000, "too many blocks");
    write_words("uint16_t", blocks_name, blocks, BLOCKS);
    write_words(type, name, kept, n * COLLATE_BLOCK);
}

static void write_lists(void)
{
    fprintf(out, "const uint64_t collate_elements[] = {\n");
    for (uint32_t i = 0; i < n_elements; i++)
        fprintf(out, "0x%llx,\n", (unsigned long long)elements[i]);
    fprintf(out, "};\nconst collate_node collate_nodes[] = {\n");
    for (uint32_t i = 0; i < n_nodes; i++)
        fprintf(out, "{0x%x,%u,%u},\n", (unsigned)nodes[i].weight,
                nodes[i].first, nodes[i].count);
    fprintf(out, "};\nconst collate_edge collate_edges[] = {\n");
    for (uint32_t i = 0; i < n_edges; i++)
        fprintf(out, "{0x%x,%u},\n", (unsigned)edges[i].character,
                (unsigned)edges[i].node);
    fprintf(out, "};\nconst collate_composite collate_composites[] = {\n");
    for (uint32_t i = 0; i < n_composites; i++)
        fprintf(out, "{0x%x,%u,%u},\n", (unsigned)composites[i].character,
                (unsigned)composites[i].count, (unsigned)composites[i].first);
    fprintf(out, "};\n");
    write_words("uint32_t", "collate_digits", digits, n_digits);
    write_words("uint32_t", "collate_parts", parts, n_parts);
}

int main(int argc, char **argv)
{
    static uint32_t wide_kinds[CODE_POINTS];

    check(argc == 3, "mkcollate DATA FILE");
    load(argv[1]);
    for (uint32_t c = 0; c < CODE_POINTS; c++)
        weights[c] = convert(data_weight(c));
    find_kinds();
    for (uint32_t c = 0; c < CODE_POINTS; c++)
        wide_kinds[c] = kinds[c];

    out = fopen(argv[2], "w");
    check(out != NULL, "cannot write");
    fprintf(out, "/* Made by tools/mkcollate.c. */\n");
    write_blocks("collate_blocks", "uint32_t", "collate_weights", weights);
    write_blocks("collate_kind_blocks", "uint16_t", "collate_kinds",
                 wide_kinds);
    write_lists();
    fprintf(out, "const uint32_t collate_composites_count = %u;\n",
            (unsigned)n_composites);
    fprintf(out, "const uint32_t collate_number_primary = 0x%x;\n",
            (unsigned)(header(I_OPTIONS) & 0xff000000));
    fprintf(out, "const uint32_t collate_last_punctuation = 0x%x;\n",
            (unsigned)last_punctuation());
    check(fclose(out) == 0, "cannot write");
    return 0;
}
