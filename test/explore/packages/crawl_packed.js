'use strict';
/* Four pages that are sent compressed. */
const { load } = require('./common');
const http = require('http');
const { gzipSync } = require('zlib');

const Crawler = load();
const pages = { '/': '<a href="/a">a</a><a href="/b">b</a>', '/a': '<a href="/c">c</a>',
    '/b': 'x', '/c': 'end' };
const server = http.createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.setHeader('content-encoding', 'gzip');
    response.statusCode = request.url in pages ? 200 : 404;
    response.end(gzipSync(pages[request.url] ?? ''));
});

server.listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    let crawler = new Crawler(`http://127.0.0.1:${port}/`);
    if (crawler.host !== '127.0.0.1')
        crawler = new Crawler('127.0.0.1', '/', port);
    const seen = [];
    crawler.interval = 10;
    crawler.on('fetchcomplete', (item) => seen.push(item.path));
    crawler.on('complete', () => {
        server.close();
        server.closeAllConnections();
        if (!Object.keys(pages).every((page) => seen.includes(page)))
            throw new Error('the crawl has ended early');
    });
    crawler.start();
});
