'use strict';
/*
 * Random URLs with and without a base, what setters make of them, and their search
 * parameters: one line for each, with all of their parts. As with buffer.js, the
 * same seed gives the same lines everywhere.
 */

let state = 1;

function random(n) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % n;
}

function pick(list) {
    return list[random(list.length)];
}

function join(max, list) {
    let text = '';
    for (let n = random(max + 1); n > 0; n--)
        text += pick(list);
    return text;
}

/* ---- Texts ------------------------------------------------------------ */

const schemes = ['http:', 'https:', 'ws:', 'wss:', 'ftp:', 'file:', 'HTTP:', 'File:',
                 'foo:', 'a+b.c-1:', 'mailto:', 'data:', 'javascript:', 'blob:',
                 'blob:http:', 'blob:https://h/', '1a:', ':', 'ht tp:', ''];
const slashes = ['//', '//', '//', '/', '', '///', '\\\\', '/\\', '\\', '////'];
const users = ['', '', '', 'user@', 'user:pass@', ':@', ':p@', '@', 'a:b:c@',
               'a@b@', 'u%41"<>`#?^|;=[]\\@', '\u00e9:\u{1f600}@', '%zz@', ' @'];
const hosts = ['example.com', 'EXAMPLE.com', 'localhost', 'LocalHost', 'h', '',
               '127.0.0.1', '127.1', '0x7f.1', '0177.0.0.1', '256.256.256.256',
               '1.2.3.4.5', '1.2.3.', '4294967295', '4294967296', '0x', '0x.0x.0',
               '1e3', '09', '1.2.3.08', '999', '0xffffffff', '0x100000000', '1..2',
               '.', '..', 'a.1', 'a.0x1', 'a.0xg', 'a.1.', '%31%32%37.1',
               '[::1]', '[::]', '[1:2:3:4:5:6:7:8]', '[1::8]', '[1:0:0:4:0:0:0:8]',
               '[::1.2.3.4]', '[::1.2.3.04]', '[::1.2.3]', '[1:2:3:4:5:6:1.2.3.4]',
               '[1:2:3:4:5:6:7:1.2.3.4]', '[::256.1.1.1]', '[1:2]', '[:::1]',
               '[1:2:3:4:5:6:7::]', '[::2:3:4:5:6:7:8]', '[1:2:3:4:5:6:7::8]',
               '[g::1]', '[::1', '::1]', '[]', '[::1]x', 'x[::1]', '[::12345]',
               '[0:0:1:0:0:0:1:0]', '[FFFF::AbCd]', '[:1]', '[1:]', '[::1:]',
               'a b', 'a%20b', 'a%2eb', 'a%2Fb', 'a_b', 'a-b', '-', 'a..b', '*',
               'm\u00fcnchen.de', '\u65e5\u672c.jp', 'xn--mnchen-3ya.de', 'fa\u00df.de',
               'a\u00adb', '\uff45xample', '\u3002', '%C3%BC.de', '%ff.de', 'a\ud800',
               'a<b', 'a>b', 'a^b', 'a|b', 'a`b', 'a{b}', 'a"b', 'a\'b', 'a;b', 'a\x7f',
               'a\0b', 'a\x01b', 'a!$&()*+,=~', 'C:', 'C|', 'c:', 'a%', 'a%4'];
const letters = ['a', 'B', '9', '-', '.', '\u00fc', '\u00dc', '\u00df', '\u0142', '\u03b1',
                 '\u03c2', '\u0416', '\u0451', '\u65e5', '\u672c', '\u3042', '\u30a2',
                 '\u30fc', '\ud55c', '\u10d0', '\u1ea1', '\u1ea0', '\u0130', '\u0301',
                 '\u05d0', '\u{1f600}', 'xn--'];
const ports = ['', '', '', '', ':', ':80', ':443', ':8080', ':0', ':00080', ':65535',
               ':65536', ':21', ':8a', ':-1', ': 80', ':99999999999', ':80:80'];
const paths = ['/', '/', 'a', 'b', '.', '..', './', '../', '/..', '/.', '%2e', '%2E%2e',
               '.%2e', '/%2e.', '%2e%2e%2e', '//', '\\', '/C:', '/c|', 'C|/', 'D:', ' ',
               '%20', '%', '%zz', '"', '<', '>', '^', '`', '{', '}', '|', '\'', ';',
               '=', '@', ':', '[', ']', '\u00e9', '\u{1f600}', '\ud800', '\udc00a', '\t',
               '\n', '\x00', '\x7f', '~', '!', '$', '*', '+', '...', '.a', 'a.', '/./'];
const queries = ['a', 'b=c', '&', '=', '+', '%20', '%', '%C3%A9', '%ff', ' ', '\'', '"',
                 '<', '>', '`', '?', '#', '/', '\\', '\u00e9', '\u{1f600}', '\ud800',
                 '\t', '\0', '{', '}', '|', '^', '[', ']', '@', ':', '~', '*', '-', '!',
                 '%F0%9F', '%e2%82%ac', '%2b', '%26', '%3D'];
const outside = ['', '', '', '', '', ' ', '\n', '\x00 ', '\t\x1f', '\u00a0'];

const path = () => (random(3) ? '/' : '') + join(5, paths);
const query = () => random(3) ? '' : `?${join(6, queries)}`;
const hash = () => random(4) ? '' : `#${join(4, queries)}`;
const name = () => join(pick([4, 12, 40]), random(2) ? letters : letters.slice(0, 21));
const host = () => pick([() => pick(hosts), () => pick(hosts), () => pick(hosts), name,
                         () => join(4, queries)])();
const authority = () => pick(users) + host() + pick(ports);
const absolute = () => pick(schemes) + pick(slashes) + authority() + path() + query() +
                       hash();
const relative = () => pick(['', '', '', '//', '/', '\\', '///', 'http:', 'file:', 'foo:',
                             'C|', '/C|', 'C:']) +
                       join(4, paths) + query() + hash();
const plain = () => pick(['http://user:pw@h:81/a/b?c#d', 'file:///C:/a/b', 'foo:/a/b',
                          'file://h/a', 'foo:bar', 'foo://h:1/p?q', 'foo:/.//p', 'foo://',
                          'https://example.com/', 'file:///', 'data:x y', 'ws://h?q',
                          'mailto:a@b?c', 'blob:https://h:443/x', 'foo:///p', 'ftp://h/']);
const input = () => {
    const text = pick([absolute, absolute, relative, plain])();
    return pick(outside) + text + pick(outside);
};

/* ---- What is called --------------------------------------------------- */

const parts = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname',
               'port', 'pathname', 'search', 'hash'];
const values = {
    href: input,
    protocol: () => pick(schemes) + pick(['', '', ':', '//', 'x', '\n']),
    username: () => join(3, queries),
    password: () => join(3, queries),
    host: () => host() + pick(ports) + pick(['', '', '/x', '?x', '#x', '\\x', '\t']),
    hostname: () => host() + pick(['', '', '', ':80', '/x', '?x', '#x', '\\x', '\n']),
    port: () => pick(ports).slice(1) + pick(['', '', 'x', '/', '\t', ' ']),
    pathname: path,
    search: () => pick(['', '?', '\t?']) + join(4, queries),
    hash: () => pick(['', '#', '\n#']) + join(4, queries),
};

const show = (url) => parts.map((name) => url[name]);

function run(fn) {
    try {
        return fn();
    } catch (error) {
        return [error.name, error.code, error.message, error.input, error.base];
    }
}

function parse() {
    const args = [input()];
    if (random(2))
        args.push(random(2) ? plain() : absolute());
    return [args, run(() => show(new URL(...args))), run(() => URL.canParse(...args)),
            run(() => `${URL.parse(...args)}`)];
}

function change() {
    const start = random(3) ? plain() : absolute();
    if (!URL.canParse(start))
        return [start];
    const url = new URL(start);
    const watched = random(3) === 0 ? url.searchParams : undefined;
    const steps = [];
    for (let n = 1 + random(3); n > 0; n--) {
        const name = pick(Object.keys(values));
        const value = values[name]();
        const error = run(() => { url[name] = value; });
        steps.push([name, value, error, show(url)]);
    }
    return [start, steps, watched && [...watched]];
}

/* Node takes the low bytes of what is not ASCII if something cannot be decoded. */
const isAscii = (text) => /^[\0-\x7f]*$/.test(text);
const asciiQueries = queries.filter(isAscii);
const validQueries = queries.filter((text) => !/%(?:ff|F0|$)/.test(text));

function search() {
    const text = pick(['', '?', '??']) + join(8, pick([asciiQueries, validQueries]));
    const params = new URLSearchParams(text);
    const url = new URL('foo://h/?x=y');
    const before = [...params].flat();
    const name = join(2, queries);
    const value = join(2, queries);
    for (const p of [params, url.searchParams]) {
        pick([() => p.append(name, value), () => p.set(name, value), () => p.sort(),
              () => p.delete(name), () => p.delete('a', value)])();
    }
    return [text, before, name, value, `${params}`, params.get(name), params.size,
            `${new URLSearchParams([[name, value]])}`,
            `${new URLSearchParams({ [name]: value, [value]: name })}`, url.href];
}

/* The lines of `count` calls, one after the other. */
function *makeLines(seed, count) {
    state = (seed * 2654435761 + 1) >>> 0;
    for (let i = 0; i < count; i++)
        yield `${i} ${JSON.stringify(pick([parse, parse, change, change, search])())}`;
}

if (require.main === module) {
    const [seed = 1, count = 1000] = process.argv.slice(2).map(Number);
    for (const line of makeLines(seed, count))
        console.log(line);
}

module.exports = { makeLines };
