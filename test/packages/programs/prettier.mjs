import * as prettier from 'prettier';
console.log(await prettier.format('const a={b:1,c:[1,2,3]};function f( x ){return x}', { parser: 'babel' }));
