/*
 * digits.c - integers as decimal digits, two at a time. dtoa.c includes this
 * file at its end.
 */

static const char digit_pairs[201] = "00010203040506070809101112131415161718192"
                                     "021222324252627282930313233343536373839"
                                     "40414243444546474849505152535455565758596"
                                     "061626364656667686970717273747576777879"
                                     "8081828384858687888990919293949596979899";

/* the number of decimal digits of n */
size_t u32toa_size(uint32_t n)
{
    if (n < 10000)
        return n < 100 ? 1 + (n >= 10) : 3 + (n >= 1000);
    if (n < 100000000)
        return n < 1000000 ? 5 + (n >= 100000) : 7 + (n >= 10000000);
    return 9 + (n >= 1000000000);
}

size_t u32toa(char *buf, uint32_t n)
{
    size_t len = u32toa_size(n);
    char *q = buf + len;

    for (; n >= 100; n /= 100)
        memcpy(q -= 2, &digit_pairs[n % 100 * 2], 2);
    if (n >= 10)
        memcpy(q - 2, &digit_pairs[n * 2], 2);
    else
        q[-1] = n + '0';
    return len;
}
