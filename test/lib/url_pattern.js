'use strict';
/* URLPattern: each case is what Node 24 gives. */

const { URLPattern: sameClass } = require('url');
const { inspect } = require('util');
const { check, finish } = require('./support/check.js');

const names = ['protocol', 'username', 'password', 'hostname', 'port',
               'pathname', 'search', 'hash'];
const textOf = (...args) => {
    const pattern = new URLPattern(...args);
    return names.map((name) => pattern[name]).join(' ');
};
/* The groups of one part, or null. */
const groupsOf = (args, url, part = 'pathname') => {
    const found = new URLPattern(...args).exec(url);
    return found && Object.entries(found[part].groups).sort();
};

check(() => sameClass === URLPattern, 'true');
check(() => Object.keys(URLPattern.prototype),
      JSON.stringify([...names, 'hasRegExpGroups', 'exec', 'test']));

/* ---- What is said in one string ---------------------------------------- */

for (const [text, parts] of [
    ['https://example.com/books/:id', 'https * * example.com  /books/:id * *'],
    ['http{s}?://*.x.com:8080/a?q=:q#h', 'http{s}? * * *.x.com 8080 /a q=:q h'],
    ['https://x.com:443/', 'https * * x.com  / * *'],
    ['https://u@h/x', 'https u * h  /x * *'],
    ['https://[\\:\\:1]/', 'https * * [\\:\\:1]  / * *'],
    ['https://{:sub.}?x.com/', 'https * * {:sub.}?x.com  / * *'],
    ['https://x.com/:p?a=b', 'https * * x.com  /:p?a=b * *'],
    ['https://x.com/p\\?a=b', 'https * * x.com  /p a=b *'],
    ['data\\:foo*', 'data * *   foo* * *'],
])
    check(() => textOf(text), parts);
check(() => textOf('/a/:b', 'https://x.com/dir/f?q#h'),
      'https * * x.com  /a/:b * *');
check(() => textOf('b', 'https://x.com/dir/f?q#h'),
      'https * * x.com  /dir/b * *');
check(() => textOf({ pathname: '/(\\d+)', hostname: '*.com' }),
      '* * * *.com * /(\\d+) * *');
check(() => textOf({ baseURL: 'https://a.b/c?d#e' }), 'https * * a.b  /c d e');
check(() => textOf({ pathname: '{:foo}bar', port: '80', protocol: 'http' }),
      'http * * *  {:foo}bar * *');
check(() => textOf({ hostname: 'caf\u00e9.com', pathname: '/\u00e9' }),
      '* * * xn--caf-dma.com * /%C3%A9 * *');

/* ---- What it matches ----------------------------------------------------- */

for (const [pathname, path, groups] of [
    ['/a/:b', '/a/1', '[["b","1"]]'], ['/a/:b', '/a/1/2', 'null'],
    ['/a/:b?', '/a', '[["b",null]]'], ['/a/:b*', '/a/1/2', '[["b","1/2"]]'],
    ['/a/:b+', '/a', 'null'], ['/a/*', '/a/1/2', '[["0","1/2"]]'],
    ['/:x-:y', '/1-2', '[["x","1"],["y","2"]]'],
    ['/:id(\\d+)', '/12', '[["id","12"]]'], ['/:id(\\d+)', '/x', 'null'],
    ['/{a/}?b', '/b', '[]'], ['/{a/}?b', '/a/b', '[]'],
    ['/x{(f)b}*', '/xfbfb', '[["0","fbf"]]'],
])
    check(() => groupsOf([{ pathname }], `https://x.com${path}`), groups);
check(() => groupsOf([{ pathname: '/AbC/:x' }, { ignoreCase: true }],
                     'https://x.com/aBc/D'), '[["x","D"]]');
check(() => groupsOf(['https://:sub.x.com/'], 'https://www.x.com/', 'hostname'),
      '[["sub","www"]]');
check(() => new URLPattern({ pathname: '/a/*' }).test('b', 'https://x.com/a/'),
      'true');
check(() => new URLPattern({ pathname: '/a/*' })
    .test({ pathname: 'z', baseURL: 'https://x.com/a/b' }), 'true');
check(() => new URLPattern('https://x.com/*').test(new URL('https://x.com/a')),
      'true');
check(() => new URLPattern({ port: '80' }).test('nothing'), 'false');
check(() => inspect(new URLPattern('https://x.com/:a').exec('https://x.com/1'))
    .split('\n').slice(0, 4).join(''),
      "[Object: null prototype] {  hash: { groups: { '0': '' }, input: '' }," +
        "  hostname: { groups: {}, input: 'x.com' }," +
        "  inputs: [ 'https://x.com/1' ],");
check(() => [new URLPattern({ pathname: '/(a)' }).hasRegExpGroups,
             new URLPattern({ pathname: '/:a' }).hasRegExpGroups],
      '[true,false]');

/* ---- What is wrong --------------------------------------------------------- */

for (const args of [['a'], ['(', 'https://x'], [{}, 'https://x'],
                    [{ hostname: 'a b' }], [{ port: 'x' }],
                    [{ pathname: '/:a/:a' }], [{ pathname: '/(' }],
                    [{ pathname: '/([)' }], ['https://x', 'nothing']])
    check(() => new URLPattern(...args),
          'TypeError [ERR_INVALID_URL_PATTERN]: Failed to construct URLPattern');
check(() => new URLPattern(5),
      'TypeError [ERR_INVALID_ARG_TYPE]: Input must be an object or a string');
check(() => new URLPattern({}, 5),
      'TypeError [ERR_INVALID_ARG_TYPE]: second argument must be a string or ' +
        'object');
check(() => new URLPattern().test({}, 'https://x'),
      'TypeError [ERR_OPERATION_FAILED]: Failed to test URLPattern');
check(() => URLPattern.prototype.test.call({}, 'x'),
      'TypeError: Illegal invocation');

finish();

const assert = require('assert');

/* ---- What the parser of URLs passes over ---- */
{
    for (const port of ['80x', '80 ', '8\t0', '80?x'])
        assert.strictEqual(new URLPattern({ port: '80' }).test({ port }), true, port);
    assert.throws(() => new URLPattern({ port: 'x80' }));
    for (const hostname of ['bad/hostname', 'bad#hostname', 'bad\\\\hostname'])
        assert.strictEqual(new URLPattern({ hostname }).hostname, 'bad', hostname);
    assert.strictEqual(new URLPattern({ hostname: 'bad\thostname' }).hostname,
                       'badhostname');
    for (const hostname of ['bad hostname', 'bad@hostname', 'bad?hostname'])
        assert.throws(() => new URLPattern({ hostname }), hostname);
}
