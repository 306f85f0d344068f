// needs: openssl
// openssl s_client and s_server.
const tls = require('tls');
const { ca, files, freePort, keys, listen, ready, run, start } =
    require('../tools.js');

async function client() {
    const server = tls.createServer({ ...keys, ALPNProtocols: ['echo'] }, (s) => {
        console.log(s.getProtocol(), s.alpnProtocol, s.getCipher().name);
        s.on('error', () => {});
        s.once('data', (data) => s.end(data));
    });
    const port = await listen(server);
    for (const version of ['-tls1_2', '-tls1_3']) {
        const { code, stdout } = await run('openssl', [
            's_client', '-connect', `127.0.0.1:${port}`, '-CAfile', files.ca,
            '-verify_return_error', '-quiet', version, '-alpn', 'echo',
            '-ciphersuites', 'TLS_AES_256_GCM_SHA384', '-servername',
            'localhost'], 'said\n');
        console.log(version, code, stdout);
    }
    const bad = await run('openssl', [
        's_client', '-connect', `127.0.0.1:${port}`, '-verify_return_error',
        '-CAfile', files.key, '-quiet'], '');
    console.log('another root', bad.code !== 0);
    server.close();
}

async function server() {
    const port = await freePort();
    start('openssl', ['s_server', '-accept', `127.0.0.1:${port}`, '-cert',
                      files.cert, '-key', files.key, '-www', '-quiet']);
    await ready(port);
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3']) {
        await new Promise((resolve) => {
            const socket = tls.connect({ port, host: '127.0.0.1', ca, maxVersion,
                                         servername: 'localhost' }, () => {
                console.log(socket.getProtocol(), socket.authorized);
                socket.write('GET / HTTP/1.0\r\n\r\n');
            });
            let text = '';
            socket.setEncoding('utf8').on('data', (d) => { text += d; });
            socket.on('close', () => {
                console.log(text.split('\r\n')[0]);
                resolve();
            });
        });
    }
}
client().then(server).then(() => process.exit());
