/*
 * zone.c - time zones from C: rules, and what clocks show around a change.
 */
#include "text/zone.h"

#include <errno.h>
#include <stdlib.h>

#include "test.h"

static const text_memory memory = { malloc, free };

/* Central Europe: clocks change at 01:00 UTC on the last Sundays of March and
 * October. */
static zone central_europe(void)
{
    zone z = { .has_rule = true };

    CHECK(zone_rule_parse(&z.rule, "CET-1CEST,M3.5.0,M10.5.0/3"));
    return z;
}

#define MARCH_29_2026_1AM INT64_C(1774746000)
#define OCTOBER_25_2026_1AM INT64_C(1792890000)

TEST_PLAIN(a_rule_changes_the_clocks_twice_a_year)
{
    zone z = central_europe();

    CHECK_INT(zone_at(&z, MARCH_29_2026_1AM - 1, false).offset_s, 3600);
    CHECK_INT(zone_at(&z, MARCH_29_2026_1AM, false).offset_s, 7200);
    CHECK(zone_at(&z, MARCH_29_2026_1AM, false).summer);
    CHECK_INT(zone_at(&z, OCTOBER_25_2026_1AM - 1, false).offset_s, 7200);
    CHECK_INT(zone_at(&z, OCTOBER_25_2026_1AM, false).offset_s, 3600);
}

/* Clocks go from 03:00 back to 02:00: 02:30 is there twice. */
TEST_PLAIN(of_two_times_that_clocks_show_the_first_counts)
{
    zone z = central_europe();
    const int64_t half_past_two = OCTOBER_25_2026_1AM + 3600 + 1800;

    CHECK_INT(zone_at(&z, half_past_two, true).offset_s, 7200);
    CHECK_INT(zone_at(&z, half_past_two + 3600, true).offset_s, 3600);
}

TEST_PLAIN(text_that_is_no_rule_is_refused)
{
    static const char *const bad[] = { "", "CET", "CET-1CEST,M13.1.0,M10.5.0",
                                       "CET-1CEST,M3.5.0" };
    zone_rule r;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        EXPECT(!zone_rule_parse(&r, bad[i]));
}

TEST_PLAIN(bytes_that_are_no_zone_file_are_refused)
{
    static const uint8_t bytes[64] = "TZif2";
    zone z = { 0 };

    CHECK_INT(zone_read(&z, &memory, bytes, 10), -EINVAL);
    CHECK_INT(zone_read(&z, &memory, (const uint8_t *)"no", 2), -EINVAL);
}
