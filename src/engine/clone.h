/*
 * clone.h - the format of a cloned value, between clone.c and clone_read.c.
 *
 * Each value is a tag byte, followed by what the tag says; counts and numbers
 * are eight bytes. Objects are numbered in the order in which they are met, by
 * writer and reader alike, and CLONE_AGAIN names one that was met before. Both
 * ends are in one process and of one build: nothing is checked twice.
 */
#ifndef ORRERY_ENGINE_CLONE_H
#define ORRERY_ENGINE_CLONE_H

#include "engine/internal.h"

typedef enum clone_tag {
    CLONE_UNDEFINED,
    CLONE_NULL,
    CLONE_TRUE,
    CLONE_FALSE,
    CLONE_HOLE,        /* no more elements: what is left has keys */
    CLONE_INT,         /* int32 */
    CLONE_DOUBLE,      /* 8 bytes */
    CLONE_STRING,      /* length, UTF-16 units */
    CLONE_NARROW,      /* length, Latin-1 characters */
    CLONE_LEAF,        /* length, quickjs's own bytes: a BigInt */
    CLONE_LEAF_OBJECT, /* the same, and it is an object: Date, RegExp, boxes */
    CLONE_AGAIN,       /* number */
    CLONE_OBJECT,      /* count; key, value ... */
    CLONE_ARRAY,       /* length, elements; count; key, value ... */
    CLONE_MAP,         /* count; key, value ... */
    CLONE_SET,         /* count; value ... */
    CLONE_ERROR,       /* kind; flags; stack, message, cause as flags say */
    CLONE_DOM,         /* stack, name, message of a DOMException */
    CLONE_HOST,        /* number in the list of the host's objects */
    CLONE_BUFFER,      /* length, most it may grow to or 0, bytes */
    CLONE_MOVED,       /* number in the clone's list of moved buffers */
    CLONE_SHARED,      /* number in its list of shared ones */
    CLONE_TYPED,       /* type, offset, length; the buffer */
    CLONE_VIEW,        /* offset, length; the buffer */
    CLONE_PACKED       /* what host.pack() made of it */
} clone_tag;

/* Bytes between two looks for a stop. */
#define CLONE_PART ((size_t)1 << 18)

enum { CLONE_HAS_STACK = 1, CLONE_HAS_MESSAGE = 2, CLONE_HAS_CAUSE = 4 };

typedef struct clone_block {
    unsigned char *bytes;
    size_t len;
    size_t max;    /* that it may grow to; 0: it may not */
    engine *owner; /* of `value`; NULL: it is bytes */
    JSValue value; /* a buffer that moves within this engine, counted */
} clone_block;

/* Errors that keep their kind, as V8 has it; others are plain. */
#define CLONE_ERRORS 7

struct engine_clone {
    unsigned char *bytes;
    size_t len;
    size_t capacity;
    clone_block *moved; /* malloc'ed; the reader takes them over */
    size_t moved_count;
    clone_block *shared; /* counted */
    size_t shared_count;
};

/* What is needed of the program's own built-ins, taken before the program could
 * change them. */
struct engine__clones {
    JSValue map;
    JSValue map_set;
    JSValue map_each;
    JSValue set;
    JSValue set_add;
    JSValue set_each;
    JSValue view; /* DataView */
    JSValue errors[CLONE_ERRORS];
    JSValue dom; /* DOMException */
    JSValue object_to_string;
    JSValue marks; /* a WeakMap: engine_mark_clone() */
    JSValue marks_get;
    JSValue marks_set;
    bool any_marks;  /* some object has one other than ENGINE_CLONE_PLAIN */
    bool any_veiled; /* some proxy has that one */
    JSAtom to_string;
    JSAtom tag; /* Symbol.toStringTag */
    JSClassID plain;
    JSClassID shared; /* SharedArrayBuffer */
    JSClassID dom_class;
    JSClassID boxes[4]; /* Number, String, Boolean, BigInt */
};

/* The names of errors by their kind. */
extern const char *const clone__errors[CLONE_ERRORS];

/* clone_refuse.c: throw the DataCloneError that V8 has for a value that can't
 * be cloned; or one of this text. Both return -1. */
int clone__refuse(engine *e, JSValueConst value);
int clone__throw(engine *e, const char *text);
/* How this object was marked; 0 if it was not, -1 with a pending exception. */
int clone__get_mark(engine *e, JSValueConst object);

/* clone_read.c: give an error that was made without a message its stack,
 * message or cause (ENGINE__ATOM_STACK, ...); takes the value. -1 if it is an
 * exception, or this one could not be set. */
int clone__set_part(engine *e, JSValueConst error, int part, JSValue value);
/* clone_value.c: an own data property: 1 and its value, 0 if there is none. The
 * message as an error has it, and the stack if it is a string. */
int clone__get_cause(engine *e, JSValueConst error, JSValue *value);
int clone__get_message(engine *e, JSValueConst error, JSValue *value);
int clone__get_stack(engine *e, JSValueConst error, JSValue *value);
/* Its kind, by its name: a number in clone__errors; -1 if that threw. */
int clone__error_kind(engine *e, JSValueConst error);
/* How many of the names are 0, 1, 2 ... */
uint32_t clone__skip_elements(engine *e, const JSPropertyEnum *names,
                              uint32_t count);
/* The most that a buffer may grow to, 0 if it may not. */
int clone__get_max(engine *e, JSValueConst buffer, bool shared, size_t *max);
bool clone__is_shared(engine *e, JSValueConst buffer);
bool clone__is_box(const struct engine__clones *k, JSClassID id);
int clone__get_number(engine *e, JSValueConst object, const char *name,
                      int64_t *out);

/* clone_block.c: memory that belongs to no engine: SharedArrayBuffers. */
void *shared__alloc(void *opaque, size_t size);
void shared__dup(void *opaque, void *ptr);
void shared__free(void *opaque, void *ptr);

#endif
