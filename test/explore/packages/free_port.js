'use strict';
/* Two servers ask for a free port, beginning with the same one. */
const { name, load, check, after } = require('./common');
const net = require('net');

const made = load();
const PORT = 41234;
const getPort = /portfinder/.test(name) ?
    () => made.getPortPromise({ port: PORT, stopPort: PORT + 50 }) :
    () => made({ port: PORT });

const serve = async () => {
    const port = await getPort();
    const server = net.createServer();
    server.on('error', check);
    after(1, () => server.listen(port));
    setTimeout(() => server.close(), 5000);
};

serve().catch(check);
setTimeout(() => serve().catch(check), 20);
