/*
 * words.c - cutting a variable of the environment into words.
 */
#include "cli/options.h"

/* Words in place, as Node cuts them: double quotes hold one together, and in
 * them a backslash takes the next character as it is. -1: a quote is open. */
int cli_split_words(char *text, char **words)
{
    char *to = text;
    int n = 0;
    bool quoted = false, in_word = false;

    for (const char *c = text; *c != 0; c++) {
        if (!quoted && (*c == ' ' || *c == '\t')) {
            if (in_word)
                *to++ = 0;
            in_word = false;
            continue;
        }
        if (!in_word)
            words[n++] = to;
        in_word = true;
        if (*c == '"') {
            quoted = !quoted;
            continue;
        }
        if (quoted && *c == '\\' && c[1] != 0)
            c++;
        *to++ = *c;
    }
    *to = 0;
    return quoted ? -1 : n;
}
