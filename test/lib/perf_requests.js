'use strict';
// perf_hooks: entries of net, dns, http and resources.

const assert = require('assert');
const dns = require('dns');
const http = require('http');
const {
    performance, PerformanceObserver, PerformanceResourceTiming,
} = require('perf_hooks');

// A resource is an entry of its own class, and the timeline holds it.
{
    const timing = {
        startTime: 5, endTime: 20, encodedBodySize: 7,
        finalConnectionTimingInfo: { connectionStartTime: 6 },
    };
    const entry = performance.markResourceTiming(
        timing, 'http://host/', 'fetch', {}, '', {}, 200);
    assert.ok(entry instanceof PerformanceResourceTiming);
    assert.deepStrictEqual(
        [entry.name, entry.entryType, entry.startTime, entry.duration,
         entry.connectStart, entry.transferSize, entry.responseStatus,
         entry.deliveryType],
        ['http://host/', 'resource', 5, 15, 6, 307, 200, '']);
    assert.strictEqual(entry.toJSON().encodedBodySize, 7);
    assert.deepStrictEqual(performance.getEntriesByType('resource'), [entry]);
    performance.clearResourceTimings();
    assert.deepStrictEqual(performance.getEntriesByType('resource'), []);
    assert.throws(() => new PerformanceResourceTiming(),
                  { code: 'ERR_ILLEGAL_CONSTRUCTOR' });
    assert.throws(() => performance.setResourceTimingBufferSize(1n),
                  { code: 'ERR_INVALID_ARG_TYPE' });
    assert.throws(() => performance.markResourceTiming(
        timing, 'http://host/', 'fetch', {}, 'other', {}, 200));
}

// A full buffer is reported, and what does not fit is forgotten.
{
    const timing = { startTime: 0, endTime: 0 };
    const mark = (url) => performance.markResourceTiming(
        timing, url, 'fetch', {}, 'local', {}, 200);
    performance.setResourceTimingBufferSize(1);
    mark('first');
    mark('second');
    let reported = 0;
    performance.addEventListener('resourcetimingbufferfull', () => reported++);
    setImmediate(() => setImmediate(() => {
        assert.strictEqual(reported, 1);
        const names = performance.getEntriesByType('resource');
        assert.deepStrictEqual(names.map(({ name }) => name), ['first']);
    }));
}

// One request of http by name: a lookup, a connection, and two sides of it.
const entries = [];
const observer = new PerformanceObserver((list) => {
    entries.push(...list.getEntries());
});

const server = http.createServer((req, res) => res.end('done'));
// A bare machine has no file of hosts, and no such name.
dns.lookup('localhost', { family: 4 }, (error) => {
    const host = error ? '127.0.0.1' : 'localhost';
    observer.observe({ entryTypes: ['dns', 'net', 'http'] });
    server.listen(0, '127.0.0.1', () => {
        const { port } = server.address();
        const options = { host, family: 4, port, path: '/path', agent: false };
        http.get(options, (response) => {
            response.resume().on('end', () => server.close());
        });
    });
    server.on('close', () => setTimeout(checkEntries, 5, host));
});

function checkLookup(entry) {
    assert.strictEqual(entry.entryType, 'dns');
    assert.strictEqual(entry.detail.hostname, 'localhost');
    assert.deepStrictEqual(entry.detail.addresses, ['127.0.0.1']);
}

function checkEntries(host) {
    const byName = new Map(entries.map((entry) => [entry.name, entry]));
    assert.deepStrictEqual([...byName.keys()].sort(),
                           ['HttpClient', 'HttpRequest', 'connect',
                            ...(host === 'localhost' ? ['lookup'] : [])]);
    for (const { startTime, duration } of entries)
        assert.ok(startTime >= 0 && duration >= 0);
    if (host === 'localhost')
        checkLookup(byName.get('lookup'));
    assert.strictEqual(byName.get('connect').detail.host, '127.0.0.1');
    const { req, res } = byName.get('HttpRequest').detail;
    assert.deepStrictEqual([req.method, req.url, res.statusCode],
                           ['GET', '/path', 200]);
    assert.strictEqual(byName.get('HttpClient').detail.res.statusMessage, 'OK');
    observer.disconnect();
}
