// What do URLs cost: to parse, to take apart, to change, and their search parameters?
'use strict';
const { kernel } = require('./kernel.js');
const { fileURLToPath, pathToFileURL } = require('url');

const full = 'https://user:pass%20word@sub.Example.com:8080/p/a/t/h/../x y' +
    '?query=string&a=1#hash';
const query = 'a=1&b=2%20x&c=hello+world&name=%C3%A9t%C3%A9&d=';

// The sum of body(i) for i below n.
function sum(n, body) {
    let total = 0;
    for (let i = 0; i < n; i++)
        total += body(i);
    return total;
}

kernel('url_short', 100, () =>
    sum(200, () => new URL('http://localhost/').href.length));
kernel('url_full', 100, () => sum(200, () => new URL(full).href.length));
kernel('url_base', 100, () => sum(200, (i) =>
    new URL(`../images/${i}.png?v=1`, 'http://localhost/a/b').href.length));
kernel('url_addresses', 100, () => sum(100, () =>
    new URL('http://127.0.0.1:3000/').href.length +
    new URL('http://[2001:db8::1]:3000/').href.length));
kernel('url_unicode_path', 100, () => sum(200, () =>
    new URL('http://localhost/\u00e9t\u00e9/\u20ac').href.length));
kernel('url_unicode_host', 20, () => sum(100, () =>
    new URL('http://m\u00fcnchen.example/').href.length));
kernel('url_can_parse', 100, () => sum(200, (i) =>
    Number(URL.canParse(i % 2 ? 'http://localhost/' : 'localhost'))));
kernel('url_invalid', 50, () => sum(100, () => {
    try {
        return new URL('localhost').href.length;
    } catch (error) {
        return error.input.length;
    }
}));

const url = new URL(full);
kernel('url_parts', 100, () => sum(100, () => url.protocol.length +
    url.username.length + url.host.length + url.hostname.length +
    url.port.length + url.pathname.length + url.search.length +
    url.hash.length));
kernel('url_href_origin', 100, () => sum(200, () =>
    url.href.length + url.origin.length));
kernel('url_setters', 100, () => sum(100, (i) => {
    const u = new URL('http://localhost/a/b');
    u.protocol = 'https';
    u.host = 'example.com:8080';
    u.pathname = `/a/${i} b`;
    u.search = '?x=1';
    u.hash = 'y';
    return u.href.length;
}));
kernel('url_files', 50, () => sum(100, () =>
    fileURLToPath('file:///usr/lib/x%20y.js').length +
    pathToFileURL('/usr/lib/x y.js').href.length));

kernel('params_parse', 50, () =>
    sum(100, () => new URLSearchParams(query).size));
kernel('params_from_object', 50, () => sum(100, (i) =>
    new URLSearchParams({ id: i, name: 'x y', all: 'true' }).toString()
        .length));
kernel('params_build', 50, () => sum(50, (i) => {
    const params = new URLSearchParams();
    params.append('id', i);
    params.append('name', '\u00e9t\u00e9 & more');
    params.set('id', i + 1);
    params.delete('other');
    return params.toString().length;
}));
const params = new URLSearchParams(query);
kernel('params_get', 50, () => sum(200, () =>
    params.get('c').length + Number(params.has('d'))));
kernel('params_iterate', 50, () => sum(50, () => {
    let n = 0;
    for (const [name, value] of params)
        n += name.length + value.length;
    return n;
}));
kernel('params_of_url', 50, () => sum(50, (i) => {
    const u = new URL('http://localhost/?a=1&b=2');
    u.searchParams.set('page', i);
    return u.href.length;
}));
