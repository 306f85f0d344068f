'use strict';
// Serves itself three times, and waits for more.
const http = require('http');

const server = http.createServer((request, response) => response.end(`${Date.now()}`));
server.listen(0, async () => {
    for (let i = 0; i < 3; i++)
        console.log(await (await fetch(`http://localhost:${server.address().port}`)).text());
    console.log('waits');
});
