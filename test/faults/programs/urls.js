// URLs of all kinds, their parts, setters, search parameters, and bad input.
const long = 'x y'.repeat(400);
for (const input of ['http://User:p w@EXAMPLE.com:8080/a/../b c?q=\u00e9#h',
                     'http://m\u00fcnchen.de/', 'http://\u05d0.e\ufb03\u0130.de/',
                     'http://0x7f.1/', 'http://[::1]/', 'file:///C|/x/../y',
                     'foo:bar  ?x', `data:${long}`,
                     `http://h/${long}\u20ac?${long}#${long}`])
    console.log(new URL(input).href);
const url = new URL(`../c d/${long}`, new URL('http://h/a/b/'));
url.protocol = 'HTTPS';
url.host = 'Other.example:81\t';
url.username = `\u20ac${long}`;
url.hash = '#\n\u{1f600}';
url.pathname = `${long}/..`;
console.log(url.href, url.origin, url.pathname, url.host);
url.searchParams.append('name', `\u00e9 ${long}`);
url.searchParams.set('b', '&=');
console.log(url.search, [...url.searchParams].flat().join());
console.log(String(new URLSearchParams(`?a=%20%C3%A9+b&${long}=${long}`)));
console.log(URL.canParse('x', 'y'), URL.canParse(url), URL.parse('no'));
try {
    new URL(long, 'nowhere');
} catch (e) {
    if (e.code !== 'ERR_INVALID_URL')
        throw e;
    console.log(e.base);
}
