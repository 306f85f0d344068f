'use strict';
/*
 * URL, URLSearchParams and the old url.parse(): each case is what Node 24 gives.
 * Most lines are about what is odd: slashes, dots, ports, hosts.
 */

const url = require('url');
const { check, finish } = require('./support/check.js');


function show(input, base) {
    const u = new URL(input, base);
    return [u.href, u.origin, u.host, u.pathname, u.search, u.hash].join(' ');
}

function set(input, name, value) {
    const u = new URL(input);
    u[name] = value;
    return u.href;
}

check(() => show('http://Example.COM:80/a/../b?x=1#y'),
      'http://example.com/b?x=1#y http://example.com example.com /b' +
        ' ?x=1 #y');
check(() => show('https://u:p@h:8080/%7Ea b'),
      'https://u:p@h:8080/%7Ea%20b https://h:8080 h:8080 /%7Ea%20b  ');
check(() => show('http:\\\\h\\a'),
      'http://h/a http://h h /a  ');
check(() => show('file:///C|/x/../y'),
      'file:///C:/y null  /C:/y  ');
check(() => show('file://localhost/a'),
      'file:///a null  /a  ');
check(() => show('mailto:a@b'),
      'mailto:a@b null  a@b  ');
check(() => show('data:text/plain,x y#z'),
      'data:text/plain,x y#z null  text/plain,x y  #z');
check(() => show('http://[::1]:3000/'),
      'http://[::1]:3000/ http://[::1]:3000 [::1]:3000 /  ');
check(() => show('http://0x7f.1/'),
      'http://127.0.0.1/ http://127.0.0.1 127.0.0.1 /  ');
check(() => show('http://1.2.3'),
      'http://1.2.0.3/ http://1.2.0.3 1.2.0.3 /  ');
check(() => show('http://münchen.de/ü?ü#ü'),
      'http://xn--mnchen-3ya.de/%C3%BC?%C3%BC#%C3%BC http://xn--mnc' +
        'hen-3ya.de xn--mnchen-3ya.de /%C3%BC ?%C3%BC #%C3%BC');
check(() => show('foo://h/a/./b'),
      'foo://h/a/b null h /a/b  ');
check(() => show('foo:/a/b'),
      'foo:/a/b null  /a/b  ');
check(() => show('  http://h/\t\n  '),
      'http://h/ http://h h /  ');
check(() => show('http://h?q'),
      'http://h/?q http://h h / ?q ');
check(() => show('http://h#f'),
      'http://h/#f http://h h /  #f');
check(() => show('ws://h:443/'),
      'ws://h:443/ ws://h:443 h:443 /  ');
check(() => show('http://h/%2e%2e/x'),
      'http://h/x http://h h /x  ');
check(() => show('blob:https://h/x'),
      'blob:https://h/x https://h  https://h/x  ');
check(() => show('javascript:alert(1)'),
      'javascript:alert(1) null  alert(1)  ');
check(() => show('b', 'http://h/a/c?q#f'),
      'http://h/a/b http://h h /a/b  ');
check(() => show('?n', 'http://h/a/c?q#f'),
      'http://h/a/c?n http://h h /a/c ?n ');
check(() => show('#n', 'http://h/a/c?q#f'),
      'http://h/a/c?q#n http://h h /a/c ?q #n');
check(() => show('//o/x', 'https://h/a'),
      'https://o/x https://o o /x  ');
check(() => show('/x', 'file:///C:/a'),
      'file:///C:/x null  /C:/x  ');
check(() => show('../..', 'http://h/a/b/c'),
      'http://h/ http://h h /  ');
check(() => show('', 'http://h/a?b#c'),
      'http://h/a?b http://h h /a ?b ');
check(() => show('nope'),
      'TypeError [ERR_INVALID_URL]: Invalid URL');
check(() => show('http://'),
      'TypeError [ERR_INVALID_URL]: Invalid URL');
check(() => show('http://a b/'),
      'TypeError [ERR_INVALID_URL]: Invalid URL');
check(() => show('http://h:99999/'),
      'TypeError [ERR_INVALID_URL]: Invalid URL');
check(() => show('http://[::1'),
      'TypeError [ERR_INVALID_URL]: Invalid URL');
check(() => show('/x'),
      'TypeError [ERR_INVALID_URL]: Invalid URL');
check(() => show('http://256.1.1.1/'),
      'TypeError [ERR_INVALID_URL]: Invalid URL');
check(() => set('http://h/a', 'protocol', 'https'),
      'https://h/a');
check(() => set('http://h/a', 'protocol', 'foo'),
      'http://h/a');
check(() => set('http://h/a', 'host', 'x:81'),
      'http://x:81/a');
check(() => set('http://h/a', 'port', '8080x'),
      'http://h:8080/a');
check(() => set('http://h/a', 'pathname', 'b c'),
      'http://h/b%20c');
check(() => set('http://h/a', 'search', 'q=1'),
      'http://h/a?q=1');
check(() => set('http://h/a', 'hash', ''),
      'http://h/a');
check(() => set('http://h/a', 'username', 'me@'),
      'http://me%40@h/a');
check(() => set('mailto:x', 'host', 'h'),
      'mailto:x');
check(() => new URLSearchParams('?a=1&b=2&a=3').getAll('a'),
      '["1","3"]');
check(() => [...new URLSearchParams({ a: '1', b: 'x y' })],
      '[["a","1"],["b","x y"]]');
check(() => new URLSearchParams([['a', 'ü&=']]).toString(),
      'a=%C3%BC%26%3D');
check(() => new URLSearchParams('b=1&a=2&b=0').toString(),
      'b=1&a=2&b=0');
check(() => (() => { const p = new URLSearchParams('b=1&a=2&b=0'); p.sort(); p.delete('a'); p.set('c', '~*'); return p.toString(); })(),
      'b=1&b=0&c=%7E*');
check(() => (() => { const u = new URL('http://h/?a=1'); u.searchParams.append('b', ' '); return u.href; })(),
      'http://h/?a=1&b=+');
check(() => new URLSearchParams([['a']]),
      'TypeError [ERR_INVALID_TUPLE]: Each query pair must be an it' +
        'erable [name, value] tuple');
check(() => URL.canParse('x:y'),
      'true');
check(() => URL.canParse('/x'),
      'false');
check(() => String(URL.parse('nope')),
      'null');
check(() => JSON.stringify(new URL('http://h')),
      '"http://h/"');
check(() => url.fileURLToPath('file:///a%20b/c'),
      '/a b/c');
check(() => url.fileURLToPath('http://h/'),
      'TypeError [ERR_INVALID_URL_SCHEME]: The URL must be of schem' +
        'e file');
check(() => url.fileURLToPath('file://h/a'),
      'TypeError [ERR_INVALID_FILE_URL_HOST]: File URL host must be' +
        ' "localhost" or empty on linux');
check(() => url.fileURLToPath('file:///C:/a', { windows: true }),
      'C:\\a');
check(() => url.pathToFileURL('/a b/#?%').href,
      'file:///a%20b/%23%3F%25');
check(() => url.pathToFileURL('C:\\a\\b', { windows: true }).href,
      'file:///C:/a/b');
check(() => url.domainToASCII('español.com'),
      'xn--espaol-zwa.com');
check(() => url.domainToASCII('example.com\0'), '');
check(() => new URL('http://XN--a.xn--/').host, 'xn--a.xn--');
check(() => url.pathToFileURL('/a\0').href, 'file:///a%00');
check(() => url.domainToUnicode('xn--espaol-zwa.com'),
      'español.com');
check(() => url.format(new URL('http://u:p@münchen.de/a?b#c'), { auth: false, fragment: false, unicode: true }),
      'http://münchen.de/a?b');
check(() => url.urlToHttpOptions(new URL('http://u:p@h:81/a?b')).auth,
      'u:p');
check(() => url.format({ protocol: 'http', host: 'h', pathname: 'a', query: { x: [1, 2] } }),
      'http://h/a?x=1&x=2');
check(() => url.resolve('http://h/a/b', '../c'),
      'http://h/c');
check(() => url.resolve('/one/two/three', 'four'),
      '/one/two/four');
check(() => url.resolve('http://example.com/one', '/two'),
      'http://example.com/two');

/* The path as bytes: for names that are no UTF-8. */
const { fileURLToPathBuffer } = require('url');
check(() => [...fileURLToPathBuffer('file:///a%FFb%2F%zz')],
      '[47,97,255,98,47,37,122,122]');
check(() => fileURLToPathBuffer(new URL('file:///\u00e9')).toString(),
      '/\u00e9');
check(() => fileURLToPathBuffer('file:///C:/x', { windows: true }).toString(),
      'C:\\x');
check(() => fileURLToPathBuffer('http://x'),
      'TypeError [ERR_INVALID_URL_SCHEME]: The URL must be of scheme file');
check(() => fileURLToPathBuffer('file://h/b'),
      'TypeError [ERR_INVALID_FILE_URL_HOST]: File URL host must be ' +
        '"localhost" or empty on linux');

finish();

const assert = require('assert');

/* ---- Host names in other scripts: UTS #46 ---- */
{
    const { domainToASCII, domainToUnicode } = require('url');
    const hosts = {
        'FA\u1e9e.de': 'xn--fa-hia.de', // the capital sharp s is a sharp s
        'fa\u00df.de': 'xn--fa-hia.de',
        '\u0646\u0627\u0645\u0647\u200c\u0627\u06cc': 'xn--mgba3gch31f060k',
        '\u0644\u200c\u06ef': 'xn--ghb65a953d',
        'look\u180eout.net': 'lookout.net', // ignored
        'look\u206bout.net': 'lookout.net',
        '\u115fa': 'a',
        '\u1f80': 'xn--uxa970l', // folded, not only in lower case
        '\u13f8.com': new URL('http://\u13f0.com').hostname, // Cherokee
        '\u03f2': 'xn--4xa',
        '\u2488com': '', // would bring a full stop
        'www\u2025lookout.net': '',
        '-\uff61\ufe12': '',
        'look\u06ddout.net': '',
        'look\ufffaout.net': '',
        '\u064aa': '', // both directions
        'look\u05beout.net': '',
        'a\u05d0': '',
        'a\u0661': '',
        '5\u05d0': '', // a number is not a first letter
        '\u0661': '',
        '-\u05d0': '',
        '\u05d05': 'xn--5-zhc',
        '\u05d0\u0661': 'xn--4db40a',
        'a\u200cb': '', // a joiner between letters that are never joined
    };
    for (const [name, ascii] of Object.entries(hosts))
        assert.strictEqual(domainToASCII(name), ascii, JSON.stringify(name));
    assert.strictEqual(domainToUnicode('xn--fa-hia.de'), 'fa\u00df.de');
    assert.throws(() => new URL('http://look\u05beout.net'),
                  { code: 'ERR_INVALID_URL' });
}
{
    const url = new URL('foo:/some/path');
    url.pathname = '';
    assert.strictEqual(url.href, 'foo:/');

    const base = new URL('http://a/b/');
    assert.strictEqual(new URL('c', base).href, 'http://a/b/c');
    base.toString = () => 'http://other/';
    assert.strictEqual(new URL('c', base).href, 'http://other/c');
}
/* A surrogate is combined with what follows; at the end it is an error. */
assert.strictEqual(url.format({ host: 'h', auth: '\ud800a:b' }),
                   '%F0%90%81%A1:b@h');
assert.throws(() => url.format({ host: 'h', auth: '\ud800' }),
              { code: 'ERR_INVALID_URI' });
/* No path that is opaque is taken for one that "/." stands before. */
assert.strictEqual(new URL('foo:../x').pathname, '../x');
assert.strictEqual(new URL('foo:/.//x').pathname, '//x');
{
    const u = new URL('foo:/a');
    u.pathname = '//x';
    assert.strictEqual(u.href, 'foo:/.//x');
    u.pathname = '/x';
    assert.strictEqual(u.href, 'foo:/x');
}
/* The error of the constructor is a plain TypeError, that of the setter is not. */
for (const make of [() => new URL('x\ud800'), () => new URL('x', 'y\ud800')]) {
    assert.throws(make, (error) => {
        assert.strictEqual(`${error}`, 'TypeError: Invalid URL');
        assert.strictEqual(Object.getPrototypeOf(error), TypeError.prototype);
        assert.ok(error.input.isWellFormed());
        assert.ok(error.base?.isWellFormed() ?? true);
        assert.match(error.stack, /url\.js/);
        return error.code === 'ERR_INVALID_URL';
    });
}
assert.throws(() => { new URL('http://h').href = 'x\ud800'; }, (error) => {
    assert.strictEqual(`${error}`,
                       'TypeError [ERR_INVALID_URL]: Invalid URL');
    assert.strictEqual(error.input, 'x\ud800');
    assert.match(error.stack, /url\.js/);
    return true;
});
/* Getters say what Node's say of another receiver. */
{
    const getter = (name) =>
        Object.getOwnPropertyDescriptor(URL.prototype, name).get;
    for (const value of [5, {}, 'x']) {
        assert.throws(() => Reflect.apply(getter('pathname'), value, []), {
            name: 'TypeError',
            message: 'Cannot read private member #context from an object ' +
                     'whose class did not declare it',
        });
        assert.throws(() => Reflect.apply(getter('href'), value, []), {
            name: 'TypeError',
            message: 'Receiver must be an instance of class URL',
        });
        assert.throws(() => Reflect.apply(new URLSearchParams().get, value, ['']),
                      { code: 'ERR_INVALID_THIS' });
    }
}
/* Whatever is not a string is converted, and what throws throws. */
assert.strictEqual(URL.canParse(new URL('http://h')), true);
assert.strictEqual(URL.canParse('/x', { toString: () => 'http://h' }), true);
assert.strictEqual(URL.canParse(undefined), false);
assert.throws(() => URL.canParse(), { code: 'ERR_MISSING_ARGS' });
assert.throws(() => URL.canParse(Symbol('s')), TypeError);
assert.throws(() => new URL.canParse('http://h'),
              { message: 'URL.canParse is not a constructor' });
assert.deepStrictEqual(Object.keys(URL), ['parse', 'canParse',
                                          'createObjectURL',
                                          'revokeObjectURL']);
/* Iterators follow changes, also by the URL. */
{
    const u = new URL('http://h/?a=1&b=2');
    const iterator = u.searchParams.entries();
    assert.deepStrictEqual(iterator.next().value, ['a', '1']);
    u.search = '?c=3&d=4';
    assert.deepStrictEqual(iterator.next().value, ['d', '4']);
    assert.strictEqual(iterator.next().done, true);
    assert.strictEqual(`${u.searchParams}`, 'c=3&d=4');
    u.searchParams.append('e', '\ud800');
    assert.strictEqual(`${u.searchParams}`, 'c=3&d=4&e=%EF%BF%BD');
    assert.strictEqual(u.search, '?c=3&d=4&e=%EF%BF%BD');
}

/* format() of a URL has its empty query and fragment. */
{
    const { format } = require('url');
    assert.strictEqual(format(new URL('http://a/q?')), 'http://a/q?');
    assert.strictEqual(format(new URL('http://a/q?#')), 'http://a/q?#');
    assert.strictEqual(format(new URL('http://a/q?#'), { fragment: false }),
                       'http://a/q?');
    assert.strictEqual(format(new URL('http://a/q?x#y'), { search: false }),
                       'http://a/q#y');
}
