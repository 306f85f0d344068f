/* option.h - one option of the command line; for options.c and its table. */
#ifndef ORRERY_CLI_OPTION_H
#define ORRERY_CLI_OPTION_H

#include "cli/options.h"

/* The words being read, and how long the lists of `o` are. */
typedef struct reader {
    cli_options *o;
    char **words;
    int at, count;
    const char *variable; /* that the words are from; NULL: the command line */
    size_t requires, imports, conditions, named;
} reader;

typedef enum option_value {
    NO_VALUE,
    VALUE,          /* the next word, or after = */
    DASHED_VALUE,   /* the same, and it may begin with a dash */
    TEXT_VALUE,     /* the same, and it may be empty */
    OPTIONAL_VALUE, /* after = only */
    OPTIONAL_TIME,  /* after =, or the next word if that is a number */
    OPTIONAL_WORD,  /* the next word, unless that is an option */
    WHY_VALUE       /* of explain, VALUE; otherwise OPTIONAL_TIME */
} option_value;

typedef struct option {
    const char *name;
    const char *letter; /* "-e", or NULL */
    option_value value;
    bool says_what_to_run; /* so it is not for NODE_OPTIONS */
    bool (*take)(reader *r, const char *name, const char *value);
} option;

/* The option of that name, of which `len` bytes count. NULL: there is none. */
const option *option_find(const char *word, size_t len);
/* The name of the option that a word is nearly, or NULL. */
const char *option_near(const char *word, size_t len);

/* The command line is refused with these words. Returns false. */
bool cli_bad(reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ORRERY_BACKEND, which the library reads itself but only answers EINVAL. */
bool option_check_backend(reader *r);

bool cli_starts_with_digit(const char *text);

#endif
