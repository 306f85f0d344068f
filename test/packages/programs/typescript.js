const ts = require('typescript');
console.log(ts.transpileModule('enum E { A, B }\nconst f = async (x: number): Promise<E> => x ?? E.A;', { compilerOptions: { target: 'ES2017', module: 'CommonJS' } }).outputText);
