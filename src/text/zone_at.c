/*
 * zone_at.c - what the clocks of a zone show at a time, see zone.h.
 *
 * Most programs ask for times that are close together: the stretch between two
 * changes of the clocks that was found last is kept, once for times in UTC and
 * once for local ones.
 */
#include "text/zone.h"

#define YEAR_S (INT64_C(31556952)) /* on average */

/* Where a change counts. Local time that is there twice, or not at all,
 * belongs to the time before it. */
static int64_t zone_begins(const zone_change *c, zone_type before, bool local)
{
    const int32_t a = before.offset_s, b = c->type.offset_s;

    return local ? c->at_s + (a > b ? a : b) : c->at_s;
}

static zone_type before_change(const zone *z, size_t i)
{
    return i > 0 ? z->changes[i - 1].type : z->first;
}

/* How many changes count at that time. */
static size_t count_changes(const zone *z, int64_t time_s, bool local)
{
    size_t low = 0, high = z->count;

    while (low < high) {
        const size_t mid = low + (high - low) / 2;
        if (zone_begins(&z->changes[mid], before_change(z, mid), local) <=
            time_s)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

/* After the last change the rule has two a year; those of the years around the
 * time are enough. */
static zone_span find_by_rule(const zone *z, int64_t time_s, bool local)
{
    zone_change changes[2];
    zone_span span = { INT64_MIN, INT64_MAX, z->rule.standard };
    zone_type before = z->rule.standard;
    const int64_t year = 1970 + time_s / YEAR_S;

    for (int64_t y = year - 2; y <= year + 2; y++) {
        const int n = zone_rule_changes(&z->rule, y, changes);
        for (int i = 0; i < n; i++) {
            const int64_t at = zone_begins(&changes[i], before, local);
            before = changes[i].type;
            if (at > time_s) {
                span.to_s = at;
                return span;
            }
            span.from_s = at;
            span.type = before;
        }
    }
    return span;
}

static zone_span find_span(const zone *z, int64_t time_s, bool local)
{
    const size_t n = count_changes(z, time_s, local);
    zone_span span = { INT64_MIN, INT64_MAX, before_change(z, n) };

    if (n > 0)
        span.from_s =
            zone_begins(&z->changes[n - 1], before_change(z, n - 1), local);
    if (n < z->count) {
        span.to_s = zone_begins(&z->changes[n], before_change(z, n), local);
    } else if (z->has_rule) {
        const zone_span by_rule = find_by_rule(z, time_s, local);
        span.type = by_rule.type;
        span.to_s = by_rule.to_s;
        if (by_rule.from_s > span.from_s)
            span.from_s = by_rule.from_s;
    }
    return span;
}

zone_type zone_at(zone *z, int64_t time_s, bool local)
{
    zone_span *latest = &z->latest[local];

    if (time_s < latest->from_s || time_s >= latest->to_s)
        *latest = find_span(z, time_s, local);
    return latest->type;
}
