const express = require('express');
const multer = require('multer');
const app = express();
app.post('/', multer().single('file'), (req, res) =>
    res.json({ name: req.file.originalname, size: req.file.size, other: req.body.other }));
const server = app.listen(0, '127.0.0.1', async () => {
    const form = new FormData();
    form.set('other', 'väl');
    form.set('file', new Blob(['some bytes']), 'a.txt');
    const res = await fetch(`http://127.0.0.1:${server.address().port}/`, { method: 'POST', body: form });
    console.log(await res.json());
    server.close();
    server.closeAllConnections();
});
