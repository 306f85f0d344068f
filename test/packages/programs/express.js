// Routes, parameters, bodies, errors.
const express = require('express');
const app = express();
app.use(express.json());
app.get('/hello/:name', (req, res) => res.send(`hello ${req.params.name}`));
app.post('/sum', (req, res) => res.json({ sum: req.body.list.reduce((a, b) => a + b) }));
app.use((err, req, res, next) => res.status(err.status ?? 500).send(err.type));
const server = app.listen(0, '127.0.0.1', async () => {
    const base = `http://127.0.0.1:${server.address().port}`;
    console.log(await (await fetch(base + '/hello/ann')).text());
    const post = (body) => fetch(base + '/sum', { method: 'POST', body,
        headers: { 'content-type': 'application/json' } });
    console.log(await (await post('{"list":[1,2,3]}')).json());
    const bad = await post('{');
    console.log(bad.status, await bad.text());
    console.log((await fetch(base + '/none')).status);
    server.close(() => console.log('closed'));
    server.closeAllConnections();
});
