/*
 * zone_rule.c - rules for the clocks of a zone, as POSIX writes them:
 * "CET-1CEST,M3.5.0,M10.5.0/3" is one hour ahead, two from the last Sunday of
 * March at two o'clock to the last one of October at three.
 *
 * Times of the day may be negative or beyond a day, as RFC 9636 allows.
 */
#include "text/zone.h"

#include <string.h>

#define DAY_S 86400

/* ---- Reading ------------------------------------------------------------ */

/* A name of at least three letters, or anything in <>. */
static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool skip_name(const char **at)
{
    const char *s = *at;

    if (*s == '<') {
        s += strcspn(s, ">");
        *at = s + 1;
        return *s == '>';
    }
    while (is_letter(*s))
        s++;
    const bool long_enough = s - *at >= 3;
    *at = s;
    return long_enough;
}

static bool read_number(const char **at, int max, int *out)
{
    int n = 0;

    if (!zone_is_digit(**at))
        return false;
    for (; zone_is_digit(**at) && n <= max; ++*at)
        n = n * 10 + (**at - '0');
    *out = n;
    return n <= max;
}

/* [+-]hh[:mm[:ss]], in seconds. */
static bool read_time(const char **at, int32_t *out)
{
    const int sign = **at == '-' ? -1 : 1;
    int part = 0, total = 0;

    if (**at == '-' || **at == '+')
        ++*at;
    if (!read_number(at, 167, &part))
        return false;
    total = part * 3600;
    for (int unit = 60; unit > 0 && **at == ':'; unit /= 60) {
        ++*at;
        if (!read_number(at, 59, &part))
            return false;
        total += part * unit;
    }
    *out = sign * total;
    return true;
}

/* Mm.w.d: the week-th of that day of the week in the month. */
static bool read_month_day(const char **at, zone_day *d)
{
    int month, week, weekday;

    if (!read_number(at, 12, &month) || *(*at)++ != '.' ||
        !read_number(at, 5, &week) || *(*at)++ != '.' ||
        !read_number(at, 6, &weekday) || month < 1 || week < 1)
        return false;
    d->month = (uint8_t)month;
    d->week = (uint8_t)week;
    d->weekday = (uint8_t)weekday;
    return true;
}

/* ",M3.5.0/1", ",J60" (without February 29) or ",59". */
static bool read_day(const char **at, zone_day *d)
{
    int day = 0;

    if (*(*at)++ != ',')
        return false;
    *d = (zone_day){ .time_s = 7200, .no_leap = **at == 'J' };
    if (**at == 'M') {
        ++*at;
        if (!read_month_day(at, d))
            return false;
    } else {
        *at += d->no_leap;
        if (!read_number(at, 365, &day) || (d->no_leap && day == 0))
            return false;
        d->day = (uint16_t)(day - d->no_leap);
    }
    if (**at != '/')
        return true;
    ++*at;
    return read_time(at, &d->time_s);
}

/* POSIX counts offsets to the west. */
static bool read_offset(const char **at, zone_type *type)
{
    if (!skip_name(at) || !read_time(at, &type->offset_s))
        return false;
    type->offset_s = -type->offset_s;
    return true;
}

bool zone_rule_parse(zone_rule *r, const char *text)
{
    const char *at = text;

    *r = (zone_rule){ .summer = { .summer = true } };
    if (!read_offset(&at, &r->standard))
        return false;
    if (*at == 0)
        return true;
    r->has_summer = true;
    if (!skip_name(&at))
        return false;
    r->summer.offset_s = r->standard.offset_s + 3600;
    if (*at != ',') {
        if (!read_time(&at, &r->summer.offset_s))
            return false;
        r->summer.offset_s = -r->summer.offset_s;
    }
    return read_day(&at, &r->start) && read_day(&at, &r->end) && *at == 0;
}

/* ---- Days --------------------------------------------------------------- */

static bool is_leap(int64_t year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* Of January 1, since 1970. */
static int64_t first_day(int64_t year)
{
    const int64_t y = year - 1;

    return 365 * (year - 1970) + floor_div(y, 4) - floor_div(y, 100) +
           floor_div(y, 400) - 477;
}

/* Years begin in March here, so that a leap day is the last of its year. */
zone_date zone_date_of(int64_t day)
{
    const int64_t since = day + 719468; /* since March 1 of the year 0 */
    const int64_t era = since / 146097, of_era = since % 146097;
    const int64_t years =
        (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    const int64_t of_year = of_era - (365 * years + years / 4 - years / 100);
    const int64_t from_march = (5 * of_year + 2) / 153;
    const int month = (int)(from_march + 2) % 12 + 1;
    const int64_t of_month = of_year - (153 * from_march + 2) / 5;

    return (zone_date){ .year = (int)(years + 400 * era + (month <= 2)),
                        .month = month,
                        .day = (int)of_month + 1 };
}

/* The day of the year, from 0 on. */
static int day_of_year(const zone_day *d, int64_t year)
{
    static const int before[] = { 0,   31,  59,  90,  120, 151, 181,
                                  212, 243, 273, 304, 334, 365 };
    const bool leap = is_leap(year);

    if (d->month == 0)
        return d->day + (d->no_leap && leap && d->day >= 59);
    const int first = before[d->month - 1] + (leap && d->month > 2);
    const int length =
        before[d->month] - before[d->month - 1] + (leap && d->month == 2);
    /* 1970 began on a Thursday. */
    const int64_t weekday = (first_day(year) + first + 4) % 7;
    int day = (int)(d->weekday + 14 - weekday) % 7 + (d->week - 1) * 7;
    if (day >= length)
        day -= 7; /* the last one */
    return first + day;
}

static zone_change change_at(const zone_day *d, int64_t year, zone_type before,
                             zone_type after)
{
    const int64_t day = first_day(year) + day_of_year(d, year);

    return (zone_change){ day * DAY_S + d->time_s - before.offset_s, after };
}

int zone_rule_changes(const zone_rule *r, int64_t year, zone_change out[2])
{
    if (!r->has_summer)
        return 0;
    const zone_change start =
        change_at(&r->start, year, r->standard, r->summer);
    const zone_change end = change_at(&r->end, year, r->summer, r->standard);
    const bool north = start.at_s < end.at_s;

    out[0] = north ? start : end;
    out[1] = north ? end : start;
    return 2;
}
