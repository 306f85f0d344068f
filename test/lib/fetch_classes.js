'use strict';
/* Headers, FormData, Request and Response, without a network. */

const assert = require('assert');
const util = require('util');
const { run } = require('./support/cases.js');

const illegal = { name: 'TypeError', code: 'ERR_INVALID_THIS',
                  message: 'Illegal invocation' };

function typeError(message) {
    return { name: 'TypeError', message };
}

function post(body, headers) {
    return new Request('http://host/', { method: 'POST', body, headers });
}

function multipart(...lines) {
    return new Response(lines.join('\r\n'), {
        headers: { 'content-type': 'multipart/form-data; boundary=cut' },
    });
}

run({
    'headers are compared without case, joined and sorted': () => {
        const headers = new Headers([['B', '1'], ['a', '2'], ['b', '3']]);
        assert.strictEqual(headers.get('b'), '1, 3');
        assert.strictEqual(headers.get('c'), null);
        assert.ok(headers.has('A'));
        assert.deepStrictEqual([...headers], [['a', '2'], ['b', '1, 3']]);
        assert.deepStrictEqual([...headers.keys()], ['a', 'b']);
        assert.deepStrictEqual([...headers.values()], ['2', '1, 3']);
        headers.set('B', ' x\t');
        assert.strictEqual(headers.get('b'), 'x');
        headers.delete('b');
        assert.ok(!headers.has('B'));
        assert.deepStrictEqual([...new Headers({ cookie: 'a' })],
                               [['cookie', 'a']]);
        const cookies = new Headers([['cookie', 'a'], ['Cookie', 'b']]);
        assert.strictEqual(cookies.get('cookie'), 'a; b');
    },

    'each set-cookie is an entry of its own': () => {
        const headers = new Headers([['Set-Cookie', 'a=1'],
                                     ['set-cookie', 'b=2'], ['z', '']]);
        assert.deepStrictEqual(headers.getSetCookie(), ['a=1', 'b=2']);
        assert.strictEqual(headers.get('set-cookie'), 'a=1, b=2');
        assert.deepStrictEqual(
            [...headers],
            [['set-cookie', 'a=1'], ['set-cookie', 'b=2'], ['z', '']]);
        assert.deepStrictEqual(new Headers(headers).getSetCookie(),
                               ['a=1', 'b=2']);
    },

    'headers come from records, lists, maps and other headers': () => {
        for (const init of [{ a: 1 }, [['a', 1]], new Map([['a', 1]]),
                            new Headers({ a: 1 }), [new Set(['a', 1])]])
            assert.deepStrictEqual([...new Headers(init)], [['a', '1']]);
    },

    'bad headers are refused in Node\'s words': () => {
        const refuse = (fn, message) => assert.throws(fn, typeError(message));
        for (const init of [null, 1, 'a']) {
            refuse(() => new Headers(init), /^Headers constructor: Argument 1 could not be converted to one of: sequence<sequence<ByteString>>, record<ByteString, ByteString>\.$/);
        }
        refuse(() => new Headers([['a']]),
               'Headers constructor: expected name/value pair to be length 2, ' +
               'found 1.');
        refuse(() => new Headers([1]),
               'Headers constructor: init[0] (1) is not iterable.');
        refuse(() => new Headers({ 'a b': 1 }),
               'Headers.append: "a b" is an invalid header name.');
        refuse(() => new Headers({ a: 'x\ny' }),
               'Headers.append: "x\ny" is an invalid header value.');
        refuse(() => new Headers({ a: '\u0100' }),
               'Cannot convert argument to a ByteString because the character ' +
               'at index 0 has a value of 256 which is greater than 255.');
        refuse(() => new Headers().append('a'),
               'Headers.append: 2 arguments required, but only 1 found.');
        refuse(() => new Headers().get(),
               'Headers.get: 1 argument required, but 0 found.');
        refuse(() => new Headers().forEach(1),
               "Failed to execute 'forEach' on 'Headers': parameter 1 is not " +
               "of type 'Function'.");
        assert.throws(() => Headers.prototype.get.call({}, 'a'), illegal);
    },

    'an iterator sees what is added meanwhile': () => {
        const headers = new Headers({ a: 1 });
        const iterator = headers.entries();
        assert.deepStrictEqual(iterator.next().value, ['a', '1']);
        headers.append('b', '2');
        assert.deepStrictEqual(iterator.next().value, ['b', '2']);
        assert.ok(iterator.next().done);
        assert.strictEqual(Object.prototype.toString.call(iterator),
                           '[object Headers Iterator]');
        const seen = [];
        headers.forEach(function(...args) { seen.push([this, ...args]); }, 5);
        assert.strictEqual(seen.length, 2);
        assert.deepStrictEqual(seen[0].slice(1), ['1', 'a', headers]);
    },

    'form data keeps its order and makes files of blobs': () => {
        const form = new FormData();
        form.append('a', 1);
        form.append('b', new Blob(['x'], { type: 'text/x' }));
        form.append('a', new File(['y'], 'y.txt'), 'z.txt');
        assert.strictEqual(form.get('a'), '1');
        assert.strictEqual(form.getAll('a')[1].name, 'z.txt');
        assert.strictEqual(form.get('b').name, 'blob');
        assert.strictEqual(form.get('b').type, 'text/x');
        assert.ok(form.get('b') instanceof File);
        assert.deepStrictEqual([...form.keys()], ['a', 'b', 'a']);
        form.set('a', 'only');
        assert.deepStrictEqual([...form.keys()], ['a', 'b']);
        form.delete('b');
        assert.deepStrictEqual([...form], [['a', 'only']]);
        assert.ok(form.has('a') && !form.has('b'));
        assert.strictEqual(form.get('b'), null);
        assert.throws(() => form.append('a', 'b', 'c'), typeError(
            'FormData.append: Expected value (""b"") to be an instance of ' +
            'Blob.'));
        assert.throws(() => new FormData(1), typeError(
            'FormData constructor: Argument 1 could not be converted to: ' +
            'undefined.'));
        assert.throws(() => FormData.prototype.get.call({}, 'a'), illegal);
        assert.strictEqual(util.inspect(form), "FormData { a: 'only' }");
    },

    'a body is read once, as what is wanted': async () => {
        assert.strictEqual(await new Response('h\u00e9').text(), 'h\u00e9');
        assert.deepStrictEqual(await new Response('{"a":1}').json(), { a: 1 });
        assert.deepStrictEqual(await new Response('ab').bytes(),
                               new Uint8Array([97, 98]));
        const buffer = await new Response(new Uint8Array(3)).arrayBuffer();
        assert.strictEqual(buffer.byteLength, 3);
        const blob = await new Response('ab', {
            headers: { 'content-type': 'x/y; z=1' },
        }).blob();
        assert.strictEqual(blob.type, 'x/y;z=1');
        assert.strictEqual(await new Response('\ufeffx').text(), 'x');
        assert.strictEqual(await new Response().text(), '');
        await assert.rejects(new Response('{').json(), { name: 'SyntaxError' });
        const response = new Response('a');
        assert.ok(!response.bodyUsed);
        await response.text();
        assert.ok(response.bodyUsed);
        await assert.rejects(response.text(), typeError(
            'Body is unusable: Body has already been read'));
        assert.throws(() => response.clone(), typeError(
            'Response.clone: Body has already been consumed.'));
        await assert.rejects(Response.prototype.text.call({}), illegal);
    },

    'a body may be many things, and gives its type': async () => {
        const type = (body) => new Response(body).headers.get('content-type');
        assert.strictEqual(type('a'), 'text/plain;charset=UTF-8');
        assert.strictEqual(type(new Blob([], { type: 'a/b' })), 'a/b');
        assert.strictEqual(type(new URLSearchParams('a=b')),
                           'application/x-www-form-urlencoded;charset=UTF-8');
        assert.match(type(new FormData()),
                     /^multipart\/form-data; boundary=----\S+$/);
        assert.strictEqual(type(new Uint8Array(1)), null);
        async function* pieces() {
            yield 'a';
            yield Buffer.from('b');
        }
        const bodies = [pieces(), new Blob(['a', 'b']), 'ab',
                        ReadableStream.from([Buffer.from('ab')]),
                        new Uint8Array([97, 98]).buffer];
        for (const body of bodies)
            assert.strictEqual(await new Response(body).text(), 'ab');
        assert.strictEqual(await new Response([1, 2]).text(), '1,2');
        await assert.rejects(new Response(ReadableStream.from(['a'])).text(),
                             typeError('Received non-Uint8Array chunk'));
        const locked = new ReadableStream();
        locked.getReader();
        assert.throws(() => new Response(locked), typeError(
            'Response body object should not be disturbed or locked'));
        assert.throws(() => new Response(Symbol('x')), TypeError);
    },

    'the bytes of a body are copied': async () => {
        const bytes = new Uint8Array([97]);
        const response = new Response(bytes);
        bytes[0] = 98;
        assert.strictEqual(await response.text(), 'a');
        assert.strictEqual(bytes.length, 1);
    },

    'body is a stream of bytes': async () => {
        const response = new Response('abc');
        const reader = response.body.getReader({ mode: 'byob' });
        const { value } = await reader.read(new Uint8Array(8));
        assert.deepStrictEqual(value, new Uint8Array([97, 98, 99]));
        assert.ok((await reader.read(new Uint8Array(8))).done);
        assert.strictEqual(new Response(null).body, null);
        assert.ok(response.bodyUsed);
    },

    'clone() gives both the whole body': async () => {
        const response = new Response('abc', { headers: { a: 'b' } });
        const copy = response.clone();
        copy.headers.set('a', 'c');
        assert.strictEqual(response.headers.get('a'), 'b');
        assert.deepStrictEqual(
            await Promise.all([response.text(), copy.text()]), ['abc', 'abc']);
        const request = post('abc');
        const other = request.clone();
        assert.deepStrictEqual(
            await Promise.all([request.text(), other.text()]), ['abc', 'abc']);
    },

    'forms are written and read as multipart': async () => {
        const form = new FormData();
        form.append('a', 'one\ntwo');
        form.append('q"', new File(['data'], 'na"me.txt',
                                   { type: 'text/plain' }));
        form.append('u', '\u00fc');
        const response = new Response(form);
        const boundary = response.headers.get('content-type').split('=')[1];
        const text = await response.clone().text();
        assert.strictEqual(text.replaceAll(boundary, 'cut'), [
            '--cut', 'Content-Disposition: form-data; name="a"', '',
            'one', 'two', '--cut', 'Content-Disposition: form-data; ' +
            'name="q%22"; filename="na%22me.txt"', 'Content-Type: text/plain',
            '', 'data', '--cut', 'Content-Disposition: form-data; name="u"', '',
            '\u00fc', '--cut--', ''].join('\r\n'));
        const read = await response.formData();
        assert.deepStrictEqual([...read.keys()], ['a', 'q"', 'u']);
        assert.strictEqual(read.get('a'), 'one\r\ntwo');
        assert.strictEqual(read.get('u'), '\u00fc');
        assert.strictEqual(read.get('q"').name, 'na"me.txt');
        assert.strictEqual(await read.get('q"').text(), 'data');
    },

    'multipart from elsewhere is read too': async () => {
        const form = await multipart(
            '--cut', 'content-disposition: form-data; name=plain', '', 'x',
            '--cut', 'Content-Type: image/png',
            'Content-Disposition: form-data; name="f"; filename="a b.png"', '',
            '\r\n--cu', '--cut--').formData();
        assert.strictEqual(form.get('plain'), 'x');
        assert.strictEqual(form.get('f').type, 'image/png');
        assert.strictEqual(form.get('f').name, 'a b.png');
        assert.strictEqual(await form.get('f').text(), '\r\n--cu');
    },

    'broken forms are refused': async () => {
        const failure = typeError('Failed to parse body as FormData.');
        await assert.rejects(multipart('nothing').formData(), failure);
        await assert.rejects(
            multipart('--cut', 'Content-Disposition: form-data; name="a"', '',
                      'no end').formData(), failure);
        await assert.rejects(multipart('--cut', 'X: y', '', '', '--cut--')
            .formData(), failure);
        await assert.rejects(new Response('', {
            headers: { 'content-type': 'multipart/form-data' },
        }).formData(), failure);
        await assert.rejects(new Response('ab').formData(), typeError(
            'Content-Type was not one of "multipart/form-data" or ' +
            '"application/x-www-form-urlencoded".'));
    },

    'urlencoded forms are read': async () => {
        const form = await new Response('\ufeffa=b&c=d%20e+f', {
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }).formData();
        assert.deepStrictEqual([...form], [['\ufeffa', 'b'], ['c', 'd e f']]);
        const sent = await post(new URLSearchParams({ x: 'y' })).formData();
        assert.deepStrictEqual([...sent], [['x', 'y']]);
    },

    'a response has a status, a reason and a type': () => {
        const response = new Response('x', { status: 404, statusText: 'no' });
        assert.strictEqual(response.status, 404);
        assert.strictEqual(response.statusText, 'no');
        assert.ok(!response.ok);
        assert.strictEqual(response.type, 'default');
        assert.strictEqual(response.url, '');
        assert.strictEqual(response.redirected, false);
        for (const status of [199, 600, 'x']) {
            assert.throws(() => new Response('', { status }), {
                name: 'RangeError',
                message: 'init["status"] must be in the range of 200 to 599, ' +
                         'inclusive.',
            });
        }
        assert.throws(() => new Response('x', { status: 204 }), typeError(
            'Response constructor: Invalid response status code 204'));
        assert.throws(() => new Response('', { statusText: 'a\nb' }),
                      typeError('Invalid statusText'));
        assert.strictEqual(
            util.inspect(new Response(null, { headers: { a: 'b' } })),
            "Response {\n  status: 200,\n  statusText: '',\n" +
            "  headers: Headers { a: 'b' },\n  body: null,\n" +
            '  bodyUsed: false,\n  ok: true,\n  redirected: false,\n' +
            "  type: 'default',\n  url: ''\n}");
    },

    'Response.json(), error() and redirect()': async () => {
        const json = Response.json({ a: 1 }, { status: 201 });
        assert.strictEqual(json.headers.get('content-type'),
                           'application/json');
        assert.deepStrictEqual(await json.json(), { a: 1 });
        assert.throws(() => Response.json(undefined),
                      typeError('Value is not JSON serializable'));
        const error = Response.error();
        assert.strictEqual(error.type, 'error');
        assert.strictEqual(error.status, 0);
        assert.throws(() => error.headers.append('a', 'b'),
                      typeError('immutable'));
        const redirect = Response.redirect('http://host/path', 307);
        assert.strictEqual(redirect.status, 307);
        assert.strictEqual(redirect.headers.get('location'),
                           'http://host/path');
        assert.throws(() => Response.redirect('http://host/', 200),
                      { name: 'RangeError', message: 'Invalid status code 200' });
        assert.throws(() => Response.redirect('no url'),
                      typeError('Failed to parse URL from no url'));
    },

    'a request has the defaults of the web': () => {
        const request = new Request('http://host/a#b');
        assert.strictEqual(request.url, 'http://host/a#b');
        assert.strictEqual(request.method, 'GET');
        assert.strictEqual(request.mode, 'cors');
        assert.strictEqual(request.credentials, 'same-origin');
        assert.strictEqual(request.cache, 'default');
        assert.strictEqual(request.redirect, 'follow');
        assert.strictEqual(request.referrer, 'about:client');
        assert.strictEqual(request.duplex, 'half');
        assert.strictEqual(request.body, null);
        assert.ok(request.signal instanceof AbortSignal);
        assert.strictEqual(
            new Request('http://host/', { method: 'delete' }).method,
            'DELETE');
    },

    'options of a request are checked': () => {
        const refuse = (init, message) => assert.throws(
            () => new Request('http://host/', init), typeError(message));
        refuse({ method: 'a b' }, "'a b' is not a valid HTTP method.");
        refuse({ method: 'trace' }, "'trace' HTTP method is unsupported.");
        refuse({ body: 'x' }, 'Request with GET/HEAD method cannot have body.');
        refuse({ mode: 'x' }, 'undefined: x is not an accepted type. Expected ' +
               'one of navigate, same-origin, no-cors, cors.');
        refuse({ mode: 'navigate' },
               'Request constructor: invalid request mode navigate.');
        refuse({ redirect: 'x' }, 'undefined: x is not an accepted type. ' +
               'Expected one of follow, manual, error.');
        refuse({ signal: 1 }, 'RequestInit: Expected signal ("1") to be an ' +
               'instance of AbortSignal.');
        refuse({ window: 1 }, "'window' option 'client' must be null");
        refuse({ method: 'POST', body: new ReadableStream() },
               'RequestInit: duplex option is required when sending a body.');
        refuse(1, 'undefined: Expected 1 to be one of: Null, Undefined, ' +
               'Object.');
        assert.throws(() => new Request('no url'),
                      typeError('Failed to parse URL from no url'));
        assert.throws(() => new Request('http://u:p@host/'), typeError(
            'Request cannot be constructed from a URL that includes ' +
            'credentials: http://u:p@host/'));
        assert.throws(() => new Request(), typeError(
            'Request constructor: 1 argument required, but 0 found.'));
    },

    'a request made of another takes its body': async () => {
        const first = post('abc', { a: 'b' });
        const second = new Request(first, { headers: { c: 'd' } });
        assert.ok(first.bodyUsed);
        assert.strictEqual(second.method, 'POST');
        assert.deepStrictEqual([...second.headers], [['c', 'd']]);
        assert.strictEqual(await second.text(), 'abc');
        assert.throws(() => new Request(first), typeError(
            'Cannot construct a Request with a Request object that has ' +
            'already been used.'));
    },

    'the signal of a request follows the given one': () => {
        const abort = new AbortController();
        const request = new Request('http://host/', { signal: abort.signal });
        const copy = request.clone();
        assert.notStrictEqual(request.signal, abort.signal);
        abort.abort('why');
        assert.strictEqual(request.signal.reason, 'why');
        assert.strictEqual(copy.signal.reason, 'why');
    },

    'members are enumerable, as in a browser': () => {
        const methods = ['arrayBuffer', 'blob', 'bytes', 'clone', 'formData',
                         'json', 'text'];
        for (const C of [Request, Response]) {
            const keys = Object.keys(C.prototype);
            assert.ok(methods.every((name) => keys.includes(name)));
            assert.ok(keys.includes('body') && keys.includes('bodyUsed'));
        }
        assert.strictEqual(FormData.prototype.append.length, 2);
        assert.strictEqual(String(new Headers()), '[object Headers]');
        assert.strictEqual(Headers.prototype[Symbol.iterator],
                           Headers.prototype.entries);
    },

    'fetch() reads data: and blob: URLs, and no others without a network': async () => {
        const response = await fetch('data:text/plain;base64,aGk=');
        assert.strictEqual(response.headers.get('content-type'), 'text/plain');
        assert.strictEqual(response.type, 'basic');
        assert.strictEqual(response.url, 'data:text/plain;base64,aGk=');
        assert.strictEqual(await response.text(), 'hi');
        const percent = await fetch('data:,a%20b%zz');
        assert.strictEqual(percent.headers.get('content-type'),
                           'text/plain;charset=US-ASCII');
        assert.strictEqual(await percent.text(), 'a b%zz');
        const url = URL.createObjectURL(new Blob(['blob'], { type: 'a/b' }));
        assert.strictEqual(await (await fetch(url)).text(), 'blob');
        for (const other of ['ftp://host/', 'about:blank', 'file:///x',
                             'http://host:9/']) {
            await assert.rejects(fetch(other), typeError('fetch failed'));
        }
        await assert.rejects(fetch('no url'),
                             typeError('Failed to parse URL from no url'));
        await assert.rejects(
            fetch('http://host/', { signal: AbortSignal.abort('no') }),
            (reason) => reason === 'no');
    },
});
