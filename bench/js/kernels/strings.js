// What do searches in strings, splitting, joining and taking pieces cost?
'use strict';
const { kernel, words } = require('./kernel.js');

const list = words(4000);
const text = list.join(' ');
const wide = `${text} \u20ac ${text}`;
const short = 'content-type: text/html; charset=utf-8';

kernel('string_indexof_miss', 200, () =>
    text.indexOf('zzqx') + wide.indexOf('zzqx') + text.indexOf('\u20ac'));
kernel('string_includes_short', 200, () => {
    let n = 0;
    for (let i = 0; i < 2000; i++)
        n += short.includes('charset') + short.includes('gzip');
    return n;
});
kernel('string_lastindexof', 200, () =>
    text.lastIndexOf('zzqx') + wide.lastIndexOf('zzqx'));
kernel('string_indexof_periodic', 20, () =>
    'a'.repeat(20000).indexOf('a'.repeat(1000) + 'b'));
kernel('string_startswith', 200, () => {
    let n = 0;
    for (let i = 0; i < list.length; i++)
        n += list[i].startsWith('th') + list[i].endsWith('e');
    return n;
});
kernel('string_split_join', 50, () => text.split(' ').join('-').length);
kernel('string_split_chars', 20, () => text.split('').length);
kernel('string_replaceall', 50, () =>
    text.replaceAll('th', 'TH').length + text.replace('zzqx', '').length);
kernel('string_charcode', 20, () => {
    let h = 0;
    for (let i = 0; i < text.length; i++)
        h = (h * 31 + text.charCodeAt(i)) | 0;
    return h;
});
kernel('string_index', 20, () => {
    let n = 0;
    for (let i = 0; i < text.length; i++)
        if (text[i] === ' ')
            n++;
    return n;
});
kernel('string_slice', 50, () => {
    let n = 0;
    for (let i = 0; i + 8 < text.length; i += 4)
        n += text.slice(i, i + 8).length + text.substring(i, i + 2).length;
    return n;
});
kernel('string_build', 20, () => {
    let s = '';
    for (let i = 0; i < text.length; i++)
        s += text[i];
    return s.length;
});
kernel('string_case_trim', 100, () => {
    let n = 0;
    for (let i = 0; i < list.length; i++)
        n += list[i].toUpperCase().toLowerCase().trim().length;
    return n;
});
kernel('string_plus_number', 50, () => {
    let n = 0;
    for (let i = 0; i < 2000; i++)
        n += ('id' + i).length;
    return n;
});
kernel('string_template', 50, () => {
    let n = 0;
    for (let i = 0; i < list.length; i++)
        n += `${i}: <${list[i]}>\n`.length;
    return n;
});
kernel('string_compare', 50, () => {
    let n = 0;
    for (let i = 1; i < list.length; i++)
        n += (list[i] < list[i - 1]) + (list[i] === 'there');
    return n;
});
kernel('string_pad_number', 50, () => {
    let n = 0;
    for (let i = 0; i < 4000; i++)
        n += String(i).padStart(6, '0').length + Number('12' + i) + parseInt('7' + i, 10);
    return n;
});
kernel('string_codepoints', 20, () => {
    let n = 0;
    for (const c of text)
        n += c.length;
    return n;
});
