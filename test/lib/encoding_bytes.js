'use strict';
/* TextDecoder for encodings with several bytes a character. */
const assert = require('node:assert');

const texts = {
    'shift_jis': ['93fa967b8cea20b6c5f040', '日本語 ｶﾅ\ue000'],
    'euc-jp': ['c6fccbdcb8ec8eb68fb0a1', '日本語ｶ丂'],
    'iso-2022-jp': ['1b2442467c4b5c386c1b284261', '日本語a'],
    'gbk': ['d6d0cec480a6d9', '中文€\ufe10'],
    'gb18030': ['d6d0cec49439fc36', '中文\u{1f600}'],
    'big5': ['a4a4a4e5', '中文'],
    'euc-kr': ['c7d1b1db', '한글'],
};

function decode(label, hex, options) {
    return new TextDecoder(label, options).decode(Buffer.from(hex, 'hex'));
}

for (const [encoding, [hex, text]] of Object.entries(texts)) {
    const decoder = new TextDecoder(encoding.toUpperCase());
    assert.strictEqual(decoder.encoding, encoding);
    assert.strictEqual(decode(encoding, hex), text);
    assert.strictEqual(decode(encoding, hex, { fatal: true }), text);

    /* One byte at a time, and twice: the second text starts anew. */
    for (let round = 0; round < 2; round++) {
        let got = '';
        for (const byte of Buffer.from(hex, 'hex')) {
            got += decoder.decode(Uint8Array.of(byte), { stream: true });
        }
        assert.strictEqual(got + decoder.decode(), text);
    }
}

/* Other names for the same. */
assert.strictEqual(new TextDecoder('sjis').encoding, 'shift_jis');
assert.strictEqual(new TextDecoder('gb2312').encoding, 'gbk');
assert.strictEqual(new TextDecoder('ks_c_5601-1987').encoding, 'euc-kr');

/* A half of a character, and an ASCII byte after one, which is kept. */
assert.strictEqual(decode('shift_jis', '93'), '\ufffd');
assert.strictEqual(decode('gbk', '8131'), '\ufffd');
assert.strictEqual(decode('euc-jp', 'c621'), '\ufffd!');
assert.strictEqual(decode('gb18030', '81308121'), '\ufffd0\ufffd!');
for (const [encoding, [hex]] of Object.entries(texts)) {
    const half = hex.slice(0, encoding === 'iso-2022-jp' ? 8 : 2);
    assert.throws(() => decode(encoding, half, { fatal: true }),
                  { code: 'ERR_ENCODING_INVALID_ENCODED_DATA' }, encoding);
}
assert.throws(() => new TextDecoder('gbk').decode('text'),
              { code: 'ERR_INVALID_ARG_TYPE' });

/* More than one piece. */
assert.strictEqual(decode('big5', 'a4a4'.repeat(20000)), '中'.repeat(20000));
