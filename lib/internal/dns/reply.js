'use strict';
/*
 * internal/dns/reply - the records of a name server's reply (RFC 1035, 2782,
 * 3403, 6698, 8659) as the objects that programs get.
 *
 * A reply comes from the network: every read is checked, and one that does not
 * fit throws `malformed`, which the resolver reports as EBADRESP.
 */

/* Loaded when first used: internal/net/blocklist. */

const malformed = new Error('malformed reply');

const types = {
    __proto__: null,
    A: 1, NS: 2, CNAME: 5, SOA: 6, PTR: 12, MX: 15, TXT: 16, AAAA: 28,
    SRV: 33, NAPTR: 35, TLSA: 52, ANY: 255, CAA: 257,
};

const DOT = 0x2e;
const BACKSLASH = 0x5c;

/* A byte of a name as text: what would be taken for a dot or is not a printable
 * character is escaped. */
function labelText(byte) {
    if (byte === DOT || byte === BACKSLASH)
        return `\\${String.fromCharCode(byte)}`;
    if (byte >= 0x20 && byte < 0x7f)
        return String.fromCharCode(byte);
    return `\\${String(byte).padStart(3, '0')}`;
}

class Reader {
    #bytes;

    constructor(bytes, at, end) {
        this.#bytes = bytes;
        this.at = at;
        this.end = end;
    }

    /* Skip n bytes; returns where they began. */
    skip(n) {
        const { at } = this;
        if (at + n > this.end)
            throw malformed;
        this.at += n;
        return at;
    }

    uint8() {
        return this.#bytes[this.skip(1)];
    }

    uint16() {
        return this.#bytes.readUInt16BE(this.skip(2));
    }

    uint32() {
        return this.#bytes.readUInt32BE(this.skip(4));
    }

    bytes(n) {
        const at = this.skip(n);
        return this.#bytes.subarray(at, at + n);
    }

    text(n) {
        return this.bytes(n).latin1Slice();
    }

    /* A length and that many characters. */
    string() {
        return this.text(this.uint8());
    }

    /* Labels, or a pointer back to where the rest of them is. */
    name() {
        const labels = [];
        let reader = this;
        let from = this.at;
        for (let length; (length = reader.uint8()) !== 0;) {
            if (length < 0x40) {
                labels.push(Array.from(reader.bytes(length), labelText)
                    .join(''));
            } else if (length >= 0xc0) {
                const to = (length & 0x3f) << 8 | reader.uint8();
                // Each pointer leads further back, so there is no circle.
                if (to >= from)
                    throw malformed;
                from = to;
                reader = new Reader(this.#bytes, to, this.#bytes.length);
            } else {
                throw malformed;
            }
        }
        return labels.join('.');
    }

    /* A reader of the next n bytes only. */
    part(n) {
        const at = this.skip(n);
        return new Reader(this.#bytes, at, at + n);
    }
}

// ---- The data of each type ---------------------------------------------------

function ipv6Text(bytes) {
    return require('internal/net/blocklist').textOfIPv6(bytes.hexSlice());
}

/* Which objects have a `type`, also if nobody asked for all types, is as Node
 * has it. */
const read = {
    __proto__: null,
    A: (r) => r.bytes(4).join('.'),
    AAAA: (r) => ipv6Text(r.bytes(16)),
    CNAME: (r) => r.name(),
    NS: (r) => r.name(),
    PTR: (r) => r.name(),
    MX(r) {
        const priority = r.uint16();
        return { exchange: r.name(), priority, type: 'MX' };
    },
    SRV(r) {
        const priority = r.uint16();
        const weight = r.uint16();
        const port = r.uint16();
        return { name: r.name(), port, priority, weight, type: 'SRV' };
    },
    TXT(r) {
        const entries = [];
        while (r.at < r.end)
            entries.push(r.string());
        return entries;
    },
    SOA(r) {
        return { nsname: r.name(), hostmaster: r.name(), serial: r.uint32(),
                 refresh: r.uint32(), retry: r.uint32(), expire: r.uint32(),
                 minttl: r.uint32(), type: undefined };
    },
    NAPTR(r) {
        const order = r.uint16();
        const preference = r.uint16();
        const flags = r.string();
        const service = r.string();
        const regexp = r.string();
        return { flags, service, regexp, replacement: r.name(), order,
                 preference, type: undefined };
    },
    CAA(r) {
        const critical = r.uint8();
        const property = r.string();
        return { critical, type: 'CAA', [property]: r.text(r.end - r.at) };
    },
    TLSA(r) {
        const certUsage = r.uint8();
        const selector = r.uint8();
        const match = r.uint8();
        const data = Uint8Array.from(r.bytes(r.end - r.at)).buffer;
        return { certUsage, selector, match, data };
    },
};

const names = new Map(Object.entries(types).map(([name, n]) => [n, name]));

/* The records of the answer section that are understood: type, ttl, data. */
function readAnswers(bytes) {
    const head = new Reader(bytes, 4, bytes.length);
    let questions = head.uint16();
    const count = head.uint16();
    head.skip(4);
    for (; questions > 0; questions--) {
        head.name();
        head.skip(4);
    }
    const answers = [];
    for (let i = 0; i < count; i++) {
        head.name();
        const type = names.get(head.uint16());
        head.skip(2);
        const ttl = head.uint32();
        const data = head.part(head.uint16());
        if (read[type] !== undefined)
            answers.push({ type, ttl, data: read[type](data) });
    }
    return answers;
}

// ---- What programs get -------------------------------------------------------

const describe = {
    __proto__: null,
    A: (address, ttl) => ({ address, ttl, type: 'A' }),
    AAAA: (address, ttl) => ({ address, ttl, type: 'AAAA' }),
    CNAME: (value) => ({ value, type: 'CNAME' }),
    NS: (value) => ({ value, type: 'NS' }),
    PTR: (value) => ({ value, type: 'PTR' }),
    TXT: (entries) => ({ entries, type: 'TXT' }),
};

/* The order in which resolveAny() lists them. */
const anyOrder = ['A', 'AAAA', 'MX', 'NS', 'TXT', 'SRV', 'PTR', 'NAPTR', 'SOA',
                  'CAA', 'TLSA'];

function listAll(answers) {
    // Aliases are of interest only if they do not lead to an address.
    const order = answers.some(({ type }) => type === 'A') ? anyOrder :
        ['CNAME', ...anyOrder];
    const list = [];
    for (const wanted of order) {
        for (const { type, ttl, data } of answers) {
            if (type === wanted)
                list.push(describe[type]?.(data, ttl) ?? { ...data, type });
        }
    }
    return list;
}

/* An address is known no longer than the aliases that lead to it. */
function listAddresses(answers, wanted, withTtl) {
    let max = Infinity;
    for (const { type, ttl } of answers)
        max = type === 'CNAME' ? Math.min(max, ttl) : max;
    return wanted.map(({ data, ttl }) => (withTtl ?
        { address: data, ttl: Math.min(ttl, max) } : data));
}

/* The result of resolve(type), or undefined if there is none. */
function parseReply(bytes, type, withTtl) {
    const answers = readAnswers(bytes);
    if (type === 'ANY') {
        const list = listAll(answers);
        return list.length > 0 ? list : undefined;
    }
    const wanted = answers.filter((answer) => answer.type === type);
    if (wanted.length === 0)
        return undefined;
    switch (type) {
    case 'A':
    case 'AAAA':
        return listAddresses(answers, wanted, withTtl);
    case 'CNAME':
        return [wanted[0].data];
    case 'SOA':
        return wanted[0].data;
    default:
        return wanted.map(({ data }) => data);
    }
}

module.exports = { malformed, parseReply, types };
