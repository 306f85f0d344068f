// A request is a callback of the poll phase.
const http = require('http');

const server = http.createServer((request, response) => {
    console.log('server: request for', request.url);
    process.nextTick(() => console.log('server: tick'));
    response.end('hello', () => console.log('server: answered'));
});
server.listen(0, () => {
    console.log('listening');
    const { port } = server.address();
    http.get({ port, path: '/todos', agent: false }, (response) => {
        console.log('client: status', response.statusCode);
        response.on('data', (text) => console.log('client:', String(text)));
        response.on('end', () => server.close());
    });
});
server.on('close', () => console.log('closed'));
console.log('main');
