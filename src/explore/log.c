/*
 * log.c - what a run did, a line an event.
 *
 *      o ID NAME MS BY NOW IDENTITY MADE
 *                         a thing got its name; MS is the delay of a timer, BY
 *                         the named thing whose callback led to it; of those
 *                         with this step and line it is number MADE
 *      b ID M NOW         its M-th callback began, outermost, at NOW ms
 *      t ID               and threw
 *      e ID               it took effect
 *      d ID M NOW         its M-th event was reported
 *      c KIND K ID...     a question was answered: E(ffect), P(ost), D(eliver),
 *                         O(rder), T(hread), C(hunk), S(hort), F(ault)
 *      k ID M READ K MS.. the same for the clock, at a read since the M-th
 *                         callback of that thing began
 *
 * Others (capital letters) are notes of the room above. Ids are those of one
 * run; names are the same in all runs.
 */
#include "explore/internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void explore__log(explore *x, const char *format, ...)
{
    explore_log *log = x->log;
    va_list list;

    if (log == NULL || log->is_cut)
        return;
    const size_t left = log->size - log->used;
    va_start(list, format);
    const int n = vsnprintf(log->text + log->used, left, format, list);
    va_end(list);
    if (n < 0 || (size_t)n + 1 >= left) {
        log->is_cut = true;
        return;
    }
    log->text[log->used + (size_t)n] = '\n';
    log->used += (size_t)n + 1;
}

void explore_note(explore *x, char letter, const char *text)
{
    explore__log(x, "%c %.*s", letter, (int)strcspn(text, "\n"), text);
}
