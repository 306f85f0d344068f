// grpc-js: the four kinds of calls, over TLS.
const grpc = require('@grpc/grpc-js');
const { ca, keys } = require('../tools.js');

const encode = (o) => Buffer.from(JSON.stringify(o));
const decode = (b) => JSON.parse(b);
const method = (name, requestStream, responseStream) => ({
    path: `/test.Test/${name}`, requestStream, responseStream,
    requestSerialize: encode, requestDeserialize: decode,
    responseSerialize: encode, responseDeserialize: decode });
const service = { one: method('One', false, false),
                  in: method('In', true, false),
                  out: method('Out', false, true),
                  both: method('Both', true, true),
                  bad: method('Bad', false, false) };
const server = new grpc.Server();
server.addService(service, {
    one: (call, done) => done(null, { got: call.request,
                                      meta: call.metadata.get('x') }),
    in(call, done) {
        let n = 0;
        call.on('data', (d) => { n += d.text.length; })
            .on('end', () => done(null, { n }));
    },
    out(call) {
        for (let i = 0; i < call.request.n; i++)
            call.write({ i });
        call.end();
    },
    both(call) {
        call.on('data', (d) => call.write({ twice: d.i * 2 }))
            .on('end', () => call.end());
    },
    bad: (call, done) => done({ code: grpc.status.NOT_FOUND, details: 'none' }),
});
server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createSsl(
    null, [{ private_key: Buffer.from(keys.key),
             cert_chain: Buffer.from(keys.cert) }]), async (error, port) => {
    const Client = grpc.makeGenericClientConstructor(service, 'Test');
    const client = new Client(`localhost:${port}`,
                              grpc.credentials.createSsl(Buffer.from(ca)));
    const meta = new grpc.Metadata();
    meta.set('x', 'y');
    console.log(error, await new Promise((resolve) => client.one(
        { a: 'ä' }, meta, (e, r) => resolve([e, r]))));
    console.log(await new Promise((resolve) => {
        const call = client.in((e, r) => resolve([e, r]));
        for (let i = 0; i < 50; i++)
            call.write({ text: 'x'.repeat(5000) });
        call.end();
    }));
    const list = [];
    for await (const part of client.out({ n: 200 }))
        list.push(part.i);
    console.log(list.length, list.at(-1));
    const both = client.both();
    const seen = [];
    both.on('data', (d) => {
        seen.push(d.twice);
        if (seen.length < 20)
            both.write({ i: seen.length });
        else
            both.end();
    });
    both.write({ i: 0 });
    await new Promise((resolve) => both.on('end', resolve));
    console.log(seen.join());
    console.log(await new Promise((resolve) => client.bad(
        {}, (e) => resolve([e.code, e.details, e.message]))));
    const past = Date.now() + 50;
    console.log(await new Promise((resolve) => client.in(
        { deadline: past }, (e) => resolve(e.code))));
    client.close();
    const wrong = new Client(`localhost:${port}`,
                             grpc.credentials.createSsl());
    wrong.one({}, { deadline: Date.now() + 2000 }, (e) => {
        console.log(e.code);
        process.exit();
    });
});
