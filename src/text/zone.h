/*
 * zone.h - time zones: how far local time is ahead of UTC, and the zone's name.
 *
 *      TZ, or the host's name ---> src/bind/bytes/zone.c ---> a zone
 *                                                       |
 *          its file, from the host (zone_file.c) -------+
 *          or the rule that is known for it (zone_table.c)
 *          or no more than an offset (TZ=JST-9)
 *
 * A zone is a list of changes of its clocks, and a rule (zone_rule.c) for what
 * comes after the last of them. Name and offset always come from one zone: who
 * has no data for a name does not use the name.
 */
#ifndef ORRERY_ZONE_H
#define ORRERY_ZONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text/memory.h"

/* What clocks show for a while. */
typedef struct zone_type {
    int32_t offset_s; /* ahead of UTC */
    bool summer;
} zone_type;

/* The day of a change: month 1 to 12, week 1 to 5 (the last), and day of the
 * week; or month 0 and the day of the year from 0 on, which counts February 29
 * unless `no_leap`. */
typedef struct zone_day {
    uint8_t month, week, weekday;
    bool no_leap;
    uint16_t day;
    int32_t time_s; /* of local time before the change; may be any */
} zone_day;

/* "CET-1CEST,M3.5.0,M10.5.0/3" */
typedef struct zone_rule {
    zone_type standard, summer;
    bool has_summer;
    zone_day start, end; /* of summer */
} zone_rule;

/* Type `type` from `at_s` on. */
typedef struct zone_change {
    int64_t at_s; /* since 1970, UTC */
    zone_type type;
} zone_change;

/* A stretch of time in which clocks do not change. */
typedef struct zone_span {
    int64_t from_s, to_s; /* to_s is not in it */
    zone_type type;
} zone_span;

typedef struct zone {
    char name[64];        /* "": it has none */
    zone_type first;      /* before the first change */
    zone_change *changes; /* from the caller's memory, in order */
    size_t count;
    bool has_rule;
    zone_rule rule;      /* after the last change */
    zone_span latest[2]; /* found last: by UTC, by local time */
} zone;

/* ---- zone_at.c ----------------------------------------------------------- */

/*
 * What clocks of the zone show at a time in seconds. With `local` the time is
 * one that they show; of two times that they show it is the first one, and one
 * that they skip counts as if they had not.
 */
zone_type zone_at(zone *z, int64_t time_s, bool local);

/* In every locale. */
static inline bool zone_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* ---- zone_file.c --------------------------------------------------------- */

/* Read a TZif file (RFC 9636). -EINVAL if it is malformed; -ENOMEM. The caller
 * frees `changes`, also after an error. */
int zone_read(zone *z, const text_memory *memory, const uint8_t *bytes,
              size_t n);

/* ---- zone_rule.c --------------------------------------------------------- */

/* False if the text is not a rule. */
bool zone_rule_parse(zone_rule *r, const char *text);

/* The two changes of a year, in order; how many there are. */
int zone_rule_changes(const zone_rule *r, int64_t year, zone_change out[2]);

/* ---- zone_table.c -------------------------------------------------------- */

/* The rule that is known for a zone, or NULL. */
const char *zone_table_rule(const char *name);

/* The name that a zone has now, if this is one that it had; or NULL. */
const char *zone_table_target(const char *name);

/* Row `i` of the names of all zones, separated by spaces; NULL after the last
 * row. */
const char *zone_table_names(size_t i);

/* A day since 1970, from the year 0 on: its date, with month and day from 1. */
typedef struct zone_date {
    int year, month, day;
} zone_date;

zone_date zone_date_of(int64_t day);

#endif
