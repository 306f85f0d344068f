// stylelint finds and fixes.
import stylelint from 'stylelint';
const r = await stylelint.lint({
    code: 'a{color:#FFFFFF;colr:red}\n\n\n b { }',
    config: { extends: ['stylelint-config-standard'] },
    cwd: new URL('..', import.meta.url).pathname,
});
console.log(r.results[0].warnings.map((w) => [w.line, w.column, w.rule, w.text]));
const f = await stylelint.lint({
    code: 'a{color:#FFFFFF}',
    fix: true,
    config: { rules: { 'color-hex-length': 'short' } },
});
console.log(f.code);
