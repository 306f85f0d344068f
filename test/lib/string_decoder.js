'use strict';
/* StringDecoder: characters that come in pieces, as in Node 24. */

const { StringDecoder } = require('string_decoder');
const { check, finish } = require('./support/check.js');

/* What each piece gives, and the end. */
function decode(encoding, ...pieces) {
    const decoder = new StringDecoder(encoding);
    const texts = pieces.map((bytes) => decoder.write(new Uint8Array(bytes)));
    return [...texts, decoder.lastNeed, decoder.end()];
}

check(() => decode('utf8', [0xe2], [0x82], [0xac, 0x41]),
      '["","","\u20acA",0,""]');
check(() => decode('utf8', [0x41, 0xe2, 0x82]), '["A",1,"\ufffd"]');
check(() => decode('utf-16le', [0x41], [0, 0x3d], [0xd8, 0, 0xde]),
      '["","A","\u{1f600}",0,""]');

/* Half a pair: it waits at the end of a piece, and not where its own bytes are
 * in two pieces. */
check(() => decode('utf16le', [0x3d, 0xd8], [0x4d, 0xdc]),
      '["","\u{1f44d}",0,""]');
check(() => decode('utf16le', [0x3d, 0xd8, 0x4d], [0xdc]),
      '["\\ud83d","\\udc4d",0,""]');
check(() => decode('utf16le', [0x3d], [0xd8]), '["","\\ud83d",0,""]');
check(() => decode('utf16le', [0x41, 0, 0x3d, 0xd8], [0x4d]),
      '["A","",1,"\\ud83d"]');

/* What is no character stays together if it could have become one. */
check(() => decode('utf8', [0xed, 0xa0], [0xbd]),
      '["","\ufffd\ufffd\ufffd",0,""]');
check(() => decode('utf8', [0xed, 0xa0]), '["",1,"\ufffd\ufffd"]');
check(() => decode('utf8', [0xf0, 0x9f], [0x41]), '["","\ufffdA",0,""]');
check(() => decode('utf8', [0xc0], [0x80]), '["","\ufffd\ufffd",0,""]');

check(() => decode('base64', [1, 2], [3, 4]), '["","AQID",2,"BA=="]');
check(() => decode('hex', [1], [0xff]), '["01","ff",0,""]');
check(() => decode('latin1', [0xe9]), '["\u00e9",0,""]');
check(() => new StringDecoder().encoding, 'utf8');
check(() => new StringDecoder('zz'),
      'TypeError [ERR_UNKNOWN_ENCODING]: Unknown encoding: zz');
check(() => new StringDecoder().write(5),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "buf" argument must be an ' +
        'instance of Buffer, TypedArray, or DataView. Received type number ' +
        '(5)');

finish();
