// Regular expressions: groups, lookbehind, unicode, sticky, replace, split.
const text = 'ann@example.org, bob@example.com; caf\u00e9 \u{1f600} 2024-05-06';
console.log(text.match(/(?<user>\w+)@(?<host>[\w.]+)/).groups.host);
console.log([...text.matchAll(/(\w+)@/g)].map(m => m[1]).join());
console.log(text.replace(/(\d+)-(\d+)-(\d+)/, '$3.$2.$1').slice(-10));
console.log(text.split(/[,;]\s*/).length, /\p{L}+\u{e9}/u.test(text));
console.log(/(?<=@)\w+/.exec(text)[0], /^(a+)+$/.test('a'.repeat(20)));
console.log(text.replace(/o/g, (m, at) => at));
const pattern = new RegExp('(' + 'x?'.repeat(20) + ')y', 'dy');
console.log(pattern.exec('xxxy').indices[1].join());
try {
    new RegExp('(unclosed');
} catch (e) {
    if (e.name !== 'SyntaxError')
        throw e;
    console.log(e.message);
}
