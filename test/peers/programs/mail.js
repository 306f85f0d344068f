// nodemailer against smtp-server: STARTTLS, and TLS from the start.
const nodemailer = require('nodemailer');
const { SMTPServer } = require('smtp-server');
const { ca, keys } = require('../tools.js');

async function send(secure) {
    const server = new SMTPServer({
        ...keys, secure, authMethods: ['PLAIN'],
        onAuth: (auth, session, done) => done(null, { user: auth.username }),
        onData(stream, session, done) {
            let size = 0;
            stream.on('data', (d) => { size += d.length; }).on('end', () => {
                console.log(session.secure, session.user, size > 50000,
                            session.envelope.rcptTo.map((r) => r.address));
                done();
            });
        },
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address();
    const make = (tls) => nodemailer.createTransport({
        host: '127.0.0.1', port, secure, requireTLS: !secure,
        auth: { user: 'me', pass: 'x' }, tls });
    const info = await make({ ca, servername: 'localhost' }).sendMail({
        from: 'a@example.org', to: ['b@example.org', 'c@example.org'],
        subject: 'ä', text: 'line\n'.repeat(10000) });
    console.log(info.accepted, info.response);
    await make({}).sendMail({ from: 'a@example.org', to: 'b@example.org' })
        .catch((e) => console.log(e.code, e.command));
    await new Promise((resolve) => server.close(resolve));
}
send(false).then(() => send(true)).then(() => process.exit());
