'use strict';
/* Three pages, one behind the other; what is fetched is asked of the file system. */
const { load } = require('./common');
const fs = require('fs');
const http = require('http');

const Crawler = load();
const pages = { '/': '<a href="/a">a</a>', '/a': '<a href="/b">b</a>', '/b': 'end' };
const server = http.createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.statusCode = request.url in pages ? 200 : 404;
    response.end(pages[request.url]);
});

server.listen(0, () => {
    const crawler = new Crawler(`http://127.0.0.1:${server.address().port}/`);
    const seen = [];
    crawler.interval = 50;
    crawler.addFetchCondition((item, referrer, then) =>
        fs.stat('.', () => then(null, true)));
    crawler.on('fetchcomplete', (item) => seen.push(item.path));
    crawler.on('complete', () => {
        server.close();
        if (!seen.includes('/b'))
            throw new Error('the crawl has ended early');
    });
    crawler.start();
});
