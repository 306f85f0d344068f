'use strict';
/*
 * bodies.js MIB: a body of that size from a server to a client that reads
 * slowly, and the other way. Whoever writes has to wait for whoever reads:
 * memory stays flat, and all bytes arrive in order.
 *
 * A slow reader stops after each piece until the next turn, and for a timer at
 * each eighth mebibyte.
 */
const assert = require('assert');
const http = require('http');
const { Readable, pipeline } = require('stream');
const { once } = require('events');
const { checkMemory, rssMiB } = require('./support.js');

const MIB = 1 << 20;
const total = Number(process.argv[2] || 1024) * MIB;
const PIECE = 4 * MIB;
const MAX_AHEAD = 48 * MIB; // pieces in flight, and what the kernel holds

/* Byte number i of a body is that of piece[i % PIECE]. */
const piece = Buffer.alloc(PIECE);
for (let i = 0; i < PIECE; i += 4)
    piece.writeUInt32LE((i * 2654435761) >>> 0, i);

class Transfer {
    constructor() {
        this.produced = 0;
        this.consumed = 0;
        this.maxAhead = 0;
        this.peak = 0;
        this.before = rssMiB();
    }

    source() {
        return new Readable({
            highWaterMark: PIECE,
            read: (function(transfer) {
                return function() {
                    transfer.produced += PIECE;
                    this.push(piece);
                    if (transfer.produced >= total)
                        this.push(null);
                };
            })(this),
        });
    }

    consume(chunk) {
        const at = this.consumed % PIECE;
        const n = Math.min(chunk.length, PIECE - at);
        assert.ok(chunk.subarray(0, n).equals(piece.subarray(at, at + n)));
        this.consumed += chunk.length;
        this.maxAhead = Math.max(this.maxAhead, this.produced - this.consumed);
        this.peak = Math.max(this.peak, rssMiB());
    }

    /* Read all of a stream, with rests. */
    async readFrom(stream) {
        let rest = 8 * MIB;
        for await (const chunk of stream) {
            this.consume(chunk);
            if (this.consumed < rest) {
                await new Promise((resolve) => setImmediate(resolve));
            } else {
                rest += 8 * MIB;
                await new Promise((resolve) => setTimeout(resolve, 1));
            }
        }
        assert.strictEqual(this.consumed, total);
        assert.ok(this.maxAhead <= MAX_AHEAD,
                  `${this.maxAhead / MIB} MiB ahead`);
    }
}

function request(server, method, headers) {
    return http.request({ host: '127.0.0.1', port: server.address().port,
                          method, headers, agent: false });
}

async function download(server, headers) {
    const req = request(server, 'GET', headers);
    req.end();
    const [res] = await once(req, 'response');
    const { transfer } = server;
    await transfer.readFrom(res);
    return transfer;
}

async function upload(server, headers) {
    const req = request(server, 'POST', headers);
    const sent = server.transfer = new Transfer();
    pipeline(sent.source(), req, (error) => assert.ifError(error));
    const [res] = await once(req, 'response');
    res.resume();
    await once(res, 'end');
    return sent;
}

async function serve(req, res) {
    if (req.method === 'POST') {
        await this.transfer.readFrom(req);
        res.end('done');
        return;
    }
    this.transfer = new Transfer();
    if (req.headers['x-length'])
        res.setHeader('Content-Length', total);
    pipeline(this.transfer.source(), res, (error) => assert.ifError(error));
}

async function main() {
    const server = http.createServer(serve).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const before = rssMiB();
    const cases = [
        ['down, chunked', await download(server, {})],
        ['down, length', await download(server, { 'x-length': '1' })],
        ['up, chunked', await upload(server, {})],
        ['up, length', await upload(server, { 'Content-Length': total })],
    ];
    const peaks = [];
    for (const [name, transfer] of cases)
        peaks.push(`${name}: ${(transfer.peak - transfer.before).toFixed(1)}`);
    checkMemory(before, 32, 'after the bodies');
    for (const [name, transfer] of cases)
        checkPeak(name, transfer);
    server.close();
    console.log(`${total / MIB} MiB, at most more: ${peaks.join(', ')} MiB`);
}

/* The peak itself, not what is left. */
function checkPeak(name, { before, peak }) {
    checkMemory(before + rssMiB() - peak, 48, name);
}

main();
