// compression, cookie-parser, cors, helmet, morgan, serve-static on express.
const express = require('express');
const path = require('path');
const app = express();
app.use(require('morgan')(':method :url :status', { stream: { write: (s) => console.log(s.trim()) } }));
app.use(require('cors')());
app.use(require('helmet')());
app.use(require('compression')({ threshold: 0 }));
app.use(require('cookie-parser')('secret'));
app.get('/cookies', (req, res) => res.json(req.cookies));
app.use(require('serve-static')(path.join(__dirname, '../files')));
const server = app.listen(0, '127.0.0.1', async () => {
    const base = `http://127.0.0.1:${server.address().port}`;
    const res = await fetch(base + '/cookies', { headers: { cookie: 'a=1; b=two' } });
    console.log(await res.json(), res.headers.get('content-encoding'),
                res.headers.get('access-control-allow-origin'),
                res.headers.get('x-content-type-options'));
    const file = await fetch(base + '/hello.txt');
    console.log(file.headers.get('content-type'), (await file.text()).trim());
    server.close();
    server.closeAllConnections();
});
