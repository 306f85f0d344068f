const { diff } = require('jest-diff');
console.log(diff({ a: 1, b: [1, 2] }, { a: 2, b: [1, 3] }, { aColor: (s) => s, bColor: (s) => s, commonColor: (s) => s, patchColor: (s) => s }));
