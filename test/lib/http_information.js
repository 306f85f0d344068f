'use strict';
/* writeInformation(): which responses may come before the head, and with what. */

const assert = require('assert');
const http = require('http');

const invalid = [
    [[103, { a: 'b\r\nc: d' }], 'ERR_INVALID_CHAR'],
    [[103, { 'a b': 'c' }], 'ERR_INVALID_HTTP_TOKEN'],
    [[103, ['a']], 'ERR_INVALID_ARG_VALUE'],
    [[103, { a: undefined }], 'ERR_HTTP_INVALID_HEADER_VALUE'],
    [[103, 'a: b'], 'ERR_INVALID_ARG_TYPE'],
    [[101], 'ERR_HTTP_INVALID_STATUS_CODE'],
    [[200], 'ERR_OUT_OF_RANGE'],
];

const server = http.createServer((request, response) => {
    for (const [args, code] of invalid)
        assert.throws(() => response.writeInformation(...args), { code });
    response.writeInformation(103, ['a', 'b', 'c', 'd']);
    response.writeInformation(110, [['e', 'f']]);
    response.writeInformation(102, { g: ['h', 'i'] });
    response.strictContentLength = true;
    response.setHeader('content-length', 3);
    response.write('ab');
    const code = 'ERR_HTTP_CONTENT_LENGTH_MISMATCH';
    assert.throws(() => response.write('cd'), { code });
    assert.throws(() => response.end(), { code });
    response.end('c');
}).listen(0, () => {
    const seen = [];
    http.get({ host: '127.0.0.1', port: server.address().port }, (response) => {
        assert.deepStrictEqual(seen, [
            [103, 'Early Hints', ['a', 'b', 'c', 'd']],
            [110, 'unknown', ['e', 'f']],
            [102, 'Processing', ['g', 'h,i']],
        ]);
        response.setEncoding('latin1').toArray().then((chunks) => {
            assert.strictEqual(chunks.join(''), 'abc');
            server.close();
            server.closeAllConnections();
        });
    }).on('information', ({ statusCode, statusMessage, rawHeaders }) => {
        seen.push([statusCode, statusMessage, rawHeaders]);
    });
});
