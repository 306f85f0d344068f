/*
 * wire.h - V8's serialization format, version 15: what wire_write.c,
 * wire_read.c and wire_class.c (v8.Serializer, v8.Deserializer) share.
 *
 * A stream is 0xff, the version, and values. A value is a tag and what the tag
 * says; counts are varints, seven bits a byte, least significant first. Objects
 * are numbered in the order in which they begin, and '^' names one by number.
 * The bytes are the ones that Node 24 writes, and they come from outside: the
 * reader checks every length before it uses it.
 */
#ifndef ORRERY_ENGINE_WIRE_H
#define ORRERY_ENGINE_WIRE_H

#include "engine/clone.h"
#include "engine/seen.h"

#define WIRE_VERSION 15

enum {
    WIRE_HEADER = 0xff,
    WIRE_PADDING = 0,
    WIRE_OBJECT_COUNT = '?', /* written by old versions: skipped */
    WIRE_HOLE = '-',
    WIRE_UNDEFINED = '_',
    WIRE_NULL = '0',
    WIRE_TRUE = 'T',
    WIRE_FALSE = 'F',
    WIRE_INT32 = 'I',  /* zigzag varint */
    WIRE_UINT32 = 'U', /* varint */
    WIRE_DOUBLE = 'N', /* 8 bytes */
    WIRE_BIGINT = 'Z', /* sign and length in bytes, words */
    WIRE_UTF8 = 'S',   /* length, bytes */
    WIRE_LATIN1 = '"',
    WIRE_UTF16 = 'c', /* length in bytes, units; aligned by padding */
    WIRE_AGAIN = '^', /* number */
    WIRE_OBJECT = 'o',
    WIRE_OBJECT_END = '{', /* count of properties */
    WIRE_SPARSE = 'a',     /* length */
    WIRE_SPARSE_END = '@', /* count of properties, length */
    WIRE_DENSE = 'A',      /* length, elements */
    WIRE_DENSE_END = '$',  /* count of further properties, length */
    WIRE_DATE = 'D',       /* double */
    WIRE_TRUE_BOX = 'y',
    WIRE_FALSE_BOX = 'x',
    WIRE_NUMBER_BOX = 'n', /* double */
    WIRE_BIGINT_BOX = 'z',
    WIRE_STRING_BOX = 's', /* a string with its tag */
    WIRE_REGEXP = 'R',     /* a string with its tag, flags */
    WIRE_MAP = ';',
    WIRE_MAP_END = ':', /* keys and values together */
    WIRE_SET = '\'',
    WIRE_SET_END = ',',
    WIRE_BUFFER = 'B',      /* length, bytes */
    WIRE_RESIZABLE = '~',   /* length, most, bytes */
    WIRE_TRANSFERRED = 't', /* id */
    WIRE_SHARED = 'u',      /* id */
    WIRE_VIEW = 'V',        /* type, offset, length, flags; its buffer comes
                               before it */
    WIRE_HOST = '\\',
    WIRE_ERROR = 'r'
};

/* The flags of a view. */
enum { WIRE_VIEW_TRACKS = 1, WIRE_VIEW_RESIZABLE = 2 };

/* Views by JSTypedArrayEnum. */
#define WIRE_DATAVIEW '?'
#define WIRE_VIEW_TYPES 12
extern const char wire__view_types[WIRE_VIEW_TYPES];

/* Flags of regular expressions, in the order of their bits; bit 6 is unused. */
#define WIRE_REGEXP_FLAGS "gimyus-dv"

/* What is needed of the program's own built-ins, taken before the program could
 * change them; e->wires. */
struct engine__wires {
    JSValue value_of[5]; /* of Number, String, Boolean, BigInt, Date */
    JSValue regexp;
    JSValue source; /* the getters of RegExp.prototype */
    JSValue flags;
};

/* An ArrayBuffer that goes another way, and the number it has there. */
typedef struct wire_transfer {
    JSValue buffer;
    uint32_t id;
} wire_transfer;

typedef struct wire_transfers {
    wire_transfer *list;
    size_t count;
} wire_transfers;

typedef struct wire_writer {
    engine *e;
    JSContext *ctx;
    JSValueConst delegate; /* the Serializer, during a call */
    unsigned char *bytes;
    size_t len;
    size_t capacity;
    engine__seen seen;
    wire_transfers transfers;
    bool views_are_hosts;
    uint32_t depth;
} wire_writer;

typedef struct wire_reader {
    engine *e;
    JSContext *ctx;
    JSValueConst delegate; /* the Deserializer, during a call */
    engine_pin *pin;
    const unsigned char *bytes;
    size_t len;
    size_t at;
    uint32_t version;
    uint32_t depth;
    JSValue *met; /* by number, each counted; undefined while it is read */
    size_t met_count;
    size_t met_capacity;
    wire_transfers transfers;
} wire_reader;

/* Deeper nesting than this is a RangeError, as an exhausted stack is. */
#define WIRE_DEEPEST 2000

/* All return 0, or -1 with an exception pending. */
int wire__put(wire_writer *w, const void *bytes, size_t len);
int wire__put_tag(wire_writer *w, int tag);
int wire__put_varint(wire_writer *w, uint64_t n);
int wire__write(wire_writer *w, JSValueConst value);
int wire__transfer(engine *e, wire_transfers *all, uint32_t id,
                   JSValueConst buffer);

/* These return false if the bytes end too early; nothing is pending then. */
bool wire__get(wire_reader *r, void *out, size_t len);
bool wire__get_varint(wire_reader *r, uint64_t *n);
JSValue wire__read(wire_reader *r);

/* 1 with what the method of the delegate returned, 0 if there is none, -1. */
int wire__ask(engine *e, JSValueConst delegate, const char *method,
              JSValueConst *arg, JSValue *result);

#endif
