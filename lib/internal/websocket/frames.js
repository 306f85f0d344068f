'use strict';
/*
 * internal/websocket/frames - frames of RFC 6455, written and read.
 *
 *      byte 0   FIN, three reserved bits, opcode
 *      byte 1   MASK, length: up to 125, or 126: two bytes follow, 127: eight
 *      4 bytes  the key, if masked: always from a client, never from a server
 *      payload
 *
 * A reader is given the bytes as they come. It joins fragments to messages, and
 * stops forever at a close frame or at the first mistake of the server. The first
 * reserved bit says that a message is compressed: what follows waits until it is
 * inflated.
 */

const { Buffer } = require('buffer');
const { isUtf8 } = internalBinding('buffer');
const { mask } = internalBinding('websocket');
/* Loaded when first used: crypto. */

const CONTINUATION = 0;
const TEXT = 1;
const BINARY = 2;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

const FIN = 0x80;
const RSV1 = 0x40;
const MASKED = 0x80;
const LONGEST_CONTROL = 125;
const LONGEST_PAYLOAD = 0x7fffffff;

/* ---- Writing ---------------------------------------------------------- */

const KEY_BYTES = 4;
const keys = { bytes: undefined, used: 0 };

/* Keys come from a pool, since asking for random bytes costs more than a small
 * frame. */
function writeKey(frame, at) {
    keys.bytes ??= Buffer.alloc(4096);
    if (keys.used === 0)
        require('crypto').randomFillSync(keys.bytes);
    keys.bytes.copy(frame, at, keys.used, keys.used + KEY_BYTES);
    keys.used = (keys.used + KEY_BYTES) % keys.bytes.length;
}

function headSize(length) {
    if (length <= LONGEST_CONTROL)
        return 2;
    return length <= 0xffff ? 4 : 10;
}

function writeLength(frame, length) {
    if (length <= LONGEST_CONTROL) {
        frame[1] = MASKED | length;
    } else if (length <= 0xffff) {
        frame[1] = MASKED | 126;
        frame.writeUInt16BE(length, 2);
    } else {
        frame[1] = MASKED | 127;
        frame.writeUInt32BE(Math.floor(length / 2 ** 32), 2);
        frame.writeUInt32BE(length >>> 0, 6);
    }
}

/* A whole message as one frame. */
function makeFrame(opcode, payload) {
    const at = headSize(payload.length) + KEY_BYTES;
    const frame = Buffer.allocUnsafe(at + payload.length);
    frame[0] = FIN | opcode;
    writeLength(frame, payload.length);
    writeKey(frame, at - KEY_BYTES);
    mask(frame, at, payload);
    return frame;
}

/* The payload of a close frame; without a code it is empty. */
function makeClosePayload(code, reason) {
    if (code === undefined)
        return Buffer.alloc(0);
    const payload = Buffer.allocUnsafe(2 + Buffer.byteLength(reason));
    payload.writeUInt16BE(code, 0);
    payload.write(reason, 2);
    return payload;
}

/* ---- Reading ---------------------------------------------------------- */

/* 1004 to 1006 and 1015 are never sent; 3000 and above are free. */
function isValidCloseCode(code) {
    if (code >= 1000 && code <= 1014)
        return code < 1004 || code > 1006;
    return code >= 3000 && code <= 4999;
}

/* Bytes that have come and are not read yet, without copying where one chunk
 * has what is asked for. */
class Bytes {
    #chunks = [];

    length = 0;

    add(chunk) {
        this.#chunks.push(chunk);
        this.length += chunk.length;
    }

    /* The next bytes, at least n of them; they stay. */
    peek(n) {
        if (this.#chunks[0].length < n)
            this.#chunks = [Buffer.concat(this.#chunks)];
        return this.#chunks[0];
    }

    skip(n) {
        const [first] = this.#chunks;
        this.length -= n;
        if (first.length === n)
            this.#chunks.shift();
        else
            this.#chunks[0] = first.subarray(n);
    }

    take(n) {
        if (n === 0)
            return Buffer.alloc(0);
        const bytes = this.peek(n).subarray(0, n);
        this.skip(n);
        return bytes;
    }
}

/*
 * handler: message(isText, bytes), ping(bytes), pong(bytes), close(code, reason)
 * where the code is undefined if there was none, fail(code, why), and idle() when
 * a compressed message and what came behind it has been read. inflater: undefined
 * if messages may not be compressed.
 */
class FrameReader {
    #bytes = new Bytes();
    #handler;
    #head;
    #opcode; /* of the message whose fragments are read */
    #fragments = [];
    #isCompressed = false; /* that message */
    #inflater;
    #isInflating = false;
    #stopped = false;

    constructor(handler, inflater) {
        this.#handler = handler;
        this.#inflater = inflater;
    }

    get isInflating() { return this.#isInflating; }

    push(chunk) {
        if (chunk.length > 0)
            this.#bytes.add(chunk);
        while (!this.#stopped && !this.#isInflating && this.#readFrame())
            ;
    }

    stop() {
        this.#stopped = true;
        this.#isInflating = false;
        this.#inflater?.close();
    }

    #fail(code, why) {
        this.stop();
        this.#handler.fail(code, why);
        return false;
    }

    /* False if more bytes are needed, or none any more. */
    #readFrame() {
        if (this.#head === undefined && !this.#readHead())
            return false;
        const head = this.#head;
        if (this.#bytes.length < head.length)
            return false;
        this.#head = undefined;
        const payload = this.#bytes.take(head.length);
        return head.opcode >= CLOSE
            ? this.#control(head.opcode, payload)
            : this.#data(head, payload);
    }

    #readHead() {
        if (this.#bytes.length < 2)
            return false;
        const short = this.#bytes.peek(2)[1] & 0x7f;
        const size = short < 126 ? 2 : short === 126 ? 4 : 10;
        if (this.#bytes.length < size)
            return false;
        const head = this.#bytes.peek(size);
        let length = short;
        if (short === 126)
            length = head.readUInt16BE(2);
        else if (short === 127)
            length = head.readUInt32BE(2) * 2 ** 32 + head.readUInt32BE(6);
        this.#head = { isLast: (head[0] & FIN) !== 0, opcode: head[0] & 0x0f,
                       isCompressed: (head[0] & RSV1) !== 0, length };
        const wrong = this.#findMistake(head[0], head[1]);
        if (wrong !== undefined)
            return this.#fail(1002, wrong);
        if (length > LONGEST_PAYLOAD) {
            return this.#fail(1009,
                              'Received payload length > 2^31 bytes.');
        }
        this.#bytes.skip(size);
        return true;
    }

    #findMistake(first, second) {
        const { isLast, opcode, length } = this.#head;
        if (opcode !== CONTINUATION && opcode !== TEXT && opcode !== BINARY &&
            opcode !== CLOSE && opcode !== PING && opcode !== PONG)
            return 'Invalid opcode received';
        if ((second & MASKED) !== 0)
            return 'Frame cannot be masked';
        if ((first & RSV1) !== 0 && this.#inflater === undefined)
            return 'Expected RSV1 to be clear.';
        if ((first & 0x30) !== 0)
            return 'RSV1, RSV2, RSV3 must be clear';
        if (opcode >= CLOSE)
            return this.#findControlMistake(isLast, length);
        if (opcode === CONTINUATION && this.#opcode === undefined)
            return 'Unexpected continuation frame';
        if (opcode !== CONTINUATION && this.#opcode !== undefined)
            return 'Expected continuation frame';
        return undefined;
    }

    #findControlMistake(isLast, length) {
        if (!isLast)
            return 'Control frames cannot be fragmented.';
        return length > LONGEST_CONTROL
            ? 'Control frame cannot have a payload length > 125'
            : undefined;
    }

    #data({ opcode, isLast, isCompressed }, payload) {
        if (opcode !== CONTINUATION) {
            this.#opcode = opcode;
            this.#isCompressed = isCompressed;
        }
        this.#fragments.push(payload);
        if (!isLast)
            return true;
        const isText = this.#opcode === TEXT;
        const whole = this.#fragments.length === 1
            ? payload : Buffer.concat(this.#fragments);
        this.#opcode = undefined;
        this.#fragments = [];
        if (!this.#isCompressed)
            return this.#message(isText, whole);
        this.#inflate(isText, whole);
        return false;
    }

    #inflate(isText, bytes) {
        this.#isInflating = true;
        this.#inflater.inflate(bytes, (code, result) => {
            this.#isInflating = false;
            if (code !== 0)
                this.#fail(code, result);
            else if (this.#message(isText, result))
                this.push(Buffer.alloc(0));
            if (!this.#isInflating)
                this.#handler.idle();
        });
    }

    #message(isText, bytes) {
        if (isText && !isUtf8(bytes))
            return this.#fail(1007, 'Received invalid UTF-8 in text frame.');
        this.#handler.message(isText, bytes);
        return true;
    }

    #control(opcode, payload) {
        if (opcode === CLOSE)
            return this.#close(payload);
        if (opcode === PING)
            this.#handler.ping(payload);
        else
            this.#handler.pong(payload);
        return true;
    }

    #close(payload) {
        if (payload.length === 1)
            return this.#fail(1002, 'Received close frame with a 1-byte body.');
        const code = payload.length === 0 ? undefined : payload.readUInt16BE(0);
        const reason = payload.subarray(2);
        if (code !== undefined && !isValidCloseCode(code))
            return this.#fail(1002, 'Invalid close code received');
        if (!isUtf8(reason))
            return this.#fail(1007, 'Invalid UTF-8 in close reason');
        this.stop();
        this.#handler.close(code, reason.toString());
        return false;
    }
}

module.exports = {
    BINARY, CLOSE, FrameReader, PONG, TEXT, makeClosePayload, makeFrame,
};
