// Forms and files that fetch() sends, read by formidable and busboy.
import formidable from 'formidable';
import busboy from 'busboy';
import http from 'http';
import fs from 'fs';
const s = http
    .createServer(async (req, res) => {
        if (req.url == '/f') {
            const [f, files] = await formidable({ hashAlgorithm: 'sha1' }).parse(req);
            res.end(
                JSON.stringify({
                    f,
                    files: Object.values(files)
                        .flat()
                        .map((x) => [
                            x.originalFilename,
                            x.size,
                            x.mimetype,
                            x.hash,
                            fs.readFileSync(x.filepath, 'utf8').length,
                        ]),
                }),
            );
        } else {
            const out = [];
            const bb = busboy({ headers: req.headers });
            bb.on('file', (n, st, i) => {
                let l = 0;
                st.on('data', (d) => (l += d.length)).on('end', () => out.push([n, i, l]));
            });
            bb.on('field', (n, v, i) => out.push([n, v, i]));
            bb.on('close', () => res.end(JSON.stringify(out)));
            req.pipe(bb);
        }
    })
    .listen(0, '127.0.0.1', async () => {
        const b = 'http://127.0.0.1:' + s.address().port;
        for (const u of ['/f', '/b']) {
            const fd = new FormData();
            fd.append('a', '1');
            fd.append('ü', 'ß');
            fd.append('file', new Blob(['x'.repeat(100000)], { type: 'text/plain' }), 'x.txt');
            console.log(await (await fetch(b + u, { method: 'POST', body: fd })).text());
            console.log(
                await (
                    await fetch(b + u, {
                        method: 'POST',
                        body: new URLSearchParams({ q: '1 2', z: '&' }),
                    })
                ).text(),
            );
        }
        s.close();
        s.closeAllConnections();
    });
