// One slow handler keeps all other requests waiting.
const http = require('http');

function work(ms) { // holds the loop
    const until = Date.now() + ms;
    while (Date.now() < until)
        ;
}

const server = http.createServer((request, response) => {
    console.log('begin', request.url);
    if (request.url === '/slow')
        work(200);
    response.end();
    console.log('end', request.url);
});
server.listen(0, () => {
    const { port } = server.address();
    let left = 2;
    for (const path of ['/slow', '/fast']) {
        const began = Date.now();
        http.get({ port, path, agent: false }, (response) => {
            const waited = Date.now() - began;
            console.log(path, waited >= 200 ? 'took 200 ms or more' : 'was quick');
            response.resume();
            if (--left === 0)
                server.close();
        });
    }
});
