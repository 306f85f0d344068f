// What do regular expressions cost, as tokenizers, templates and servers use them?
'use strict';
const { kernel, words } = require('./kernel.js');

const list = words(4000);
const text = list.join(' ');
const source = list.map((w, i) =>
    `const ${w}${i} = "${w}" + ${i}; // ${w}\nfunction f${i}(a, b) { return a - b }\n`)
    .slice(0, 400).join('');
const wide = text + ' \u20ac ' + text;
const html = list.slice(0, 1000).map((w) => `<p class="${w}">${w} &amp; co</p>`)
    .join('\n');

kernel('regexp_anchored_miss', 500, () => {
    const rules = [/^(?: *(?:\n|$))+/, /^( {4}[^\n]+)+/, /^#{1,6} /, /^[-*_]{3,}/,
        /^>/, /^(?:\d+\.|[-+*]) /];
    let n = 0;
    for (const rule of rules)
        n += rule.test(text) ? 1 : 0;
    return n;
});
kernel('regexp_literal_miss', 50, () =>
    text.search(/zzqx/) + wide.search(/zzqx/) + text.search(/zzq[a-z]+/));
kernel('regexp_class_miss', 50, () => text.search(/[0-9A-Z]/) + wide.search(/[0-9A-Z]/));
kernel('regexp_replace_g', 20, () => text.replace(/th/g, 'TH').length);
kernel('regexp_replace_words', 20, () => text.replace(/\w+/g, 'x').length);
kernel('regexp_replace_function', 20, () =>
    text.replace(/[aeiou]/g, (c) => c.toUpperCase()).length);
kernel('regexp_escape_html', 20, () =>
    html.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`).length);
kernel('regexp_match_g', 20, () => text.match(/[a-z]+/g).length);
kernel('regexp_matchall', 10, () => {
    let n = 0;
    for (const m of html.matchAll(/class="([^"]*)"/g))
        n += m[1].length;
    return n;
});
kernel('regexp_exec_loop', 20, () => {
    const re = /(\w+) (\w+)/g;
    let n = 0;
    for (let m; (m = re.exec(text)) !== null;)
        n += m[1].length - m[2].length;
    return n;
});
kernel('regexp_sticky_tokens', 5, () => {
    const token = /\s+|\/\/[^\n]*|"(?:[^"\\]|\\.)*"|[A-Za-z_$][\w$]*|\d+(?:\.\d+)?|[-+*\/=(){},;]/y;
    let n = 0;
    token.lastIndex = 0;
    while (token.lastIndex < source.length)
        n += token.exec(source)[0].length & 3;
    return n;
});
kernel('regexp_test_short', 50, () => {
    let n = 0;
    for (let i = 0; i < list.length; i++)
        n += /^[a-z]+$/.test(list[i]) + /ing$/.test(list[i]);
    return n;
});
kernel('regexp_ignore_case', 20, () =>
    text.match(/\bthe\b/gi)?.length ?? text.search(/zzqx/i));
kernel('regexp_alternatives', 10, () =>
    source.replace(/\b(?:const|function|return|var|let)\b/g, '').length);
kernel('regexp_split', 20, () => text.split(/\s+/).length);
kernel('regexp_search', 50, () => {
    let n = 0;
    for (let i = 0; i < 500; i++)
        n += 'the value of x1'.search(/[0-9]/);
    return n;
});
const some = /a+b/g;
kernel('regexp_of_regexp', 50, () => {
    let n = 0;
    for (let i = 0; i < 300; i++)
        n += new RegExp(some, 'g').source.length;
    return n;
});
kernel('regexp_lazy', 20, () => html.match(/<p.*?>/g).length);
kernel('regexp_trim_lines', 20, () => source.replace(/^\s+|\s+$/gm, '').length);
kernel('regexp_named', 20, () => {
    let n = 0;
    for (let i = 0; i < 1000; i++) {
        const m = /(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)/.exec('on 2026-11-16 it was');
        n += Number(m.groups.y) + Number(m.groups.d);
    }
    return n;
});
kernel('regexp_unicode', 10, () => wide.match(/\p{L}+/gu).length);
