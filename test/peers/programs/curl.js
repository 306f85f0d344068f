// needs: curl nghttp h2load
// curl over HTTP/1.1 and HTTP/2, nghttp, h2load.
const http2 = require('http2');
const { files, keys, listen, run } = require('../tools.js');

const server = http2.createSecureServer({ ...keys, allowHTTP1: true },
                                        (req, res) => {
    let size = 0;
    req.on('data', (d) => { size += d.length; }).on('end', () => {
        res.setHeader('x-size', size);
        res.end(`${req.method} ${req.url} ${req.httpVersion} ${size}\n`);
    });
});
listen(server).then(async (port) => {
    const url = `https://localhost:${port}/a?b`;
    const base = ['-sS', '--cacert', files.ca, '-w', '%{http_version}\n'];
    for (const args of [['--http1.1', url], ['--http2', url],
                        ['--http2', '--data-binary', 'x'.repeat(100000), url],
                        ['--http2', '-I', url], ['--http2', url, url, url]]) {
        const { code, stdout, stderr } = await run('curl', [...base, ...args]);
        console.log(code, stdout.replace(/date: .*/i, ''), stderr);
    }
    const { code, stdout } = await run('nghttp', ['-y', `https://localhost:${port}/n`]);
    console.log(code, stdout);
    const load = await run('h2load', ['-n', '2000', '-c', '4', '-m', '20',
                                      `https://127.0.0.1:${port}/`]);
    console.log(load.code, /requests: .*/.exec(load.stdout)[0]);
    server.close();
    process.exit();
});
