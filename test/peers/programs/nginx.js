// needs: nginx curl
// nginx as a TLS server, and as a reverse proxy in front of ours.
const https = require('https');
const tls = require('tls');
const http2 = require('http2');
const { ca, file, files, freePort, keys, listen, ready, run, start } =
    require('../tools.js');

const body = 'x'.repeat(300000);

function get(port, path) {
    return new Promise((resolve, reject) => {
        https.get({ port, host: '127.0.0.1', path, ca,
                    servername: 'localhost' }, (res) => {
            let n = 0;
            res.on('data', (d) => { n += d.length; }).on('end', () => {
                resolve(`${res.statusCode} ${n} ${res.headers['x-from']}`);
            });
        }).on('error', reject);
    });
}

async function main() {
    const behind = await listen(https.createServer(keys, (req, res) => {
        res.setHeader('x-from', `${req.headers['x-real']} ${req.url}`);
        if (req.url === '/big')
            return res.end(body);
        let n = 0;
        req.on('data', (d) => { n += d.length; })
            .on('end', () => res.end(`read ${n}`));
    }));
    const port = await freePort();
    file('text', 'of nginx');
    const conf = file('nginx.conf', `
        daemon off; master_process off; pid ${files.folder}/pid;
        error_log ${files.folder}/error.log; events {}
        http {
            access_log off;
            client_body_temp_path ${files.folder}/body;
            proxy_temp_path ${files.folder}/proxy;
            fastcgi_temp_path ${files.folder}/fcgi;
            uwsgi_temp_path ${files.folder}/uwsgi;
            scgi_temp_path ${files.folder}/scgi;
            server {
                listen 127.0.0.1:${port} ssl http2;
                ssl_certificate ${files.cert}; ssl_certificate_key ${files.key};
                location /own { alias ${files.folder}/text; }
                location / {
                    proxy_pass https://127.0.0.1:${behind};
                    proxy_ssl_trusted_certificate ${files.ca};
                    proxy_ssl_verify on; proxy_ssl_name localhost;
                    proxy_ssl_server_name on; proxy_http_version 1.1;
                    proxy_set_header Connection ""; proxy_set_header X-Real yes;
                }
            }
        }`);
    start('nginx', ['-c', conf, '-p', files.folder]);
    await ready(port);
    console.log(await get(port, '/own'));
    console.log(await get(port, '/small'));
    console.log(await get(port, '/big'));
    console.log(await Promise.all(Array.from({ length: 30 },
                                             (_, i) => get(port, `/${i}`))));
    const { stdout } = await run('curl', [
        '-sS', '--http2', '--cacert', files.ca, '--data-binary',
        `@${file('posted', body)}`,
        `https://localhost:${port}/post`]);
    console.log(stdout);
    await new Promise((resolve) => {
        const session = http2.connect(`https://localhost:${port}`, { ca });
        const req = session.request({ ':path': '/h2' });
        req.on('response', (headers) => console.log(headers[':status'],
                                                    headers['x-from']));
        req.setEncoding('utf8').on('data', (d) => console.log(d))
            .on('end', () => { session.close(); resolve(); });
    });
    process.exit();
}
main();
