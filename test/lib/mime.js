'use strict';
/* util.MIMEType and util.MIMEParams: what Node 24 makes of each text. */

const { MIMEParams, MIMEType } = require('util');
const { check, finish } = require('./support/check.js');

/* A text, and what it is when it is written again. */
for (const [given, written] of [
    ['text/html', 'text/html'],
    [' TEXT/HTML\n; Charset=UTF-8', 'text/html;charset=UTF-8'],
    ['text/html;', 'text/html'],
    ['text/html;a;b=', 'text/html'],
    ['text/html;=b', 'text/html'],
    ['text/html; a=b;a=c', 'text/html;a=b'],
    ['text/html;a=b c', 'text/html;a="b c"'],
    ['text/html; a = b ;c=d', 'text/html;c=d'],
    ['text/html;a="b\\"c"', 'text/html;a="b\\"c"'],
    ['text/html;a="unclosed', 'text/html;a=unclosed'],
    ['a/b;x="a"junk;y=1', 'a/b;x=a;y=1'],
    ['text/html;a="";b=""', 'text/html;a="";b=""'],
    ['text/html;\xe9=1;a=\xe9', 'text/html;a="\xe9"'],
    ['text/html;a=\u0100', 'text/html'],
    ['*/*', '*/*'],
])
    check(() => new MIMEType(given).toString(), written);

/* A text, which part of it is wrong, and where. */
for (const [given, part] of [
    ['', 'type in "" is invalid'],
    ['text', 'type in "text" is invalid'],
    ['/html', 'type in "/html" is invalid'],
    ['text/', 'subtype in "text/" is invalid'],
    ['te xt/html', 'type in "te xt/html" is invalid at 2'],
    ['text/ht ml', 'subtype in "text/ht ml" is invalid at 2'],
]) {
    check(() => new MIMEType(given),
          `TypeError [ERR_INVALID_MIME_SYNTAX]: The MIME syntax for a ${part}`);
}

check(() => {
    const type = new MIMEType('a/b;x=1');
    type.type = 'TEXT';
    type.subtype = 'Plain';
    return [type.type, type.subtype, type.essence, type];
}, '["text","plain","text/plain","text/plain;x=1"]');
check(() => { new MIMEType('a/b').type = 'x y'; },
      'TypeError [ERR_INVALID_MIME_SYNTAX]: The MIME syntax for a type in ' +
        '"x y" is invalid at 1');
check(() => [MIMEType.parse('a/b'), MIMEType.parse('x')], '["a/b",null]');

check(() => {
    const params = new MIMEParams();
    params.set('A', 'b c');
    params.set('q', '"');
    params.set('n', 1);
    params.delete('n');
    return [`${params}`, params.get('A'), params.has('q'), params.get('z'),
            [...params]];
}, '["a=\\"b c\\";q=\\"\\\\\\"\\"","b c",true,null,[["a","b c"],["q","\\""]]]');
check(() => new MIMEParams().set('x y', '1'),
      'TypeError [ERR_INVALID_MIME_SYNTAX]: The MIME syntax for a parameter ' +
        'name in "x y" is invalid at 1');
check(() => new MIMEParams().set('a', '\u0100'),
      'TypeError [ERR_INVALID_MIME_SYNTAX]: The MIME syntax for a parameter ' +
        'value in "\u0100" is invalid at 0');

finish();
