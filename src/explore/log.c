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
 *      p ID NOW           its result was handed in
 *      d ID M NOW         its M-th event was reported
 *      c KIND K ID...     a question was answered: E(ffect), P(ost), D(eliver),
 *                         O(rder), T(hread), C(hunk), S(hort), F(ault)
 *      k ID M READ K MS.. the same for the clock, at a read since the M-th
 *                         callback of that thing began
 *
 * Others (capital letters) are notes of the room above; what becomes of the run
 * has a sign in front, "=M text". Ids are those of one run; names are the same
 * in all runs.
 *
 *      +------------------------+-------------------------+----------+
 *      | footprints, events     | events                  | results  |
 *      +------------------------+-------------------------+----------+
 *
 * A program with no end of events fills its part: then the log is cut, and yet
 * it says how the run has ended.
 */
#include "explore/internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define RESULTS_OF 16 /* the part of the log that is kept for results */

/* False: there is no room below `limit`. */
static bool log_add(explore_log *log, size_t limit, const char *format,
                    va_list list)
{
    if (log->used >= limit)
        return false;
    const size_t left = limit - log->used;
    const int n = vsnprintf(log->text + log->used, left, format, list);
    if (n < 0 || (size_t)n + 1 >= left)
        return false;
    log->text[log->used + (size_t)n] = '\n';
    log->used += (size_t)n + 1;
    return true;
}

void explore__log(explore *x, const char *format, ...)
{
    explore_log *log = x->log;
    va_list list;

    if (log == NULL || log->is_cut)
        return;
    va_start(list, format);
    log->is_cut =
        !log_add(log, log->size - log->size / RESULTS_OF, format, list);
    va_end(list);
}

void explore_note(explore *x, char letter, const char *text)
{
    explore__log(x, "%c %.*s", letter, (int)strcspn(text, "\n"), text);
}

bool explore_footprint(explore *x, char letter, const char *text)
{
    if (x->log == NULL || x->log->used > x->log->size / 2)
        return false;
    explore_note(x, letter, text);
    return true;
}

static void log_result(explore *x, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void log_result(explore *x, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    log_add(x->log, x->log->size, format, list);
    va_end(list);
}

void explore_result(explore *x, char letter, const char *text)
{
    if (x->log != NULL)
        log_result(x, "=%c %.*s", letter, (int)strcspn(text, "\n"), text);
}
