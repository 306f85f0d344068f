// What stands on undici's parser in WebAssembly, and yoga: undici, nock, ink.
const http = require('http');
(async () => {
    const { Client, request } = require('undici');
    const server = http.createServer((req, res) => {
        res.setHeader('x-method', req.method);
        req.pipe(res);
    }).listen(0);
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${server.address().port}`;
    const client = new Client(url, { pipelining: 4 });
    const answers = await Promise.all(Array.from({ length: 8 }, async (_, i) => {
        const { statusCode, headers, body } = await client.request({ path: `/${i}`, method: 'POST', body: `body ${i}` });
        return [statusCode, headers['x-method'], await body.text()];
    }));
    console.log(answers);
    await client.close();
    const { statusCode } = await request(url);
    console.log(statusCode);
    const { default: nock } = await import('nock');
    nock('http://example.test').get('/a').reply(201, { b: 1 });
    const res = await fetch('http://example.test/a');
    console.log(res.status, await res.json());
    nock.restore();
    const { default: Yoga } = await import('yoga-layout');
    const node = Yoga.Node.create();
    node.setWidth(100);
    node.setFlexDirection(Yoga.FLEX_DIRECTION_ROW);
    for (let i = 0; i < 3; i++) {
        const child = Yoga.Node.create();
        child.setFlexGrow(i + 1);
        child.setHeight(10 * i);
        node.insertChild(child, i);
    }
    node.calculateLayout(undefined, undefined, Yoga.DIRECTION_LTR);
    for (let i = 0; i < 3; i++)
        console.log(node.getChild(i).getComputedLayout());
    const React = await import('react');
    const { render, Box, Text } = await import('ink');
    const { createElement } = React.default;
    const app = render(createElement(Box, { borderStyle: 'round', width: 30, flexDirection: 'column' }, createElement(Text, { bold: true }, 'title'), createElement(Text, null, 'a text that is longer than the box is wide')), { patchConsole: false });
    app.unmount();
    await app.waitUntilExit();
    server.closeAllConnections();
    server.close();
})();
