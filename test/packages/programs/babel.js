const babel = require('@babel/core');
console.log(babel.transformSync('const a = 1; export default () => a;', { configFile: false, babelrc: false }).code);
console.log(babel.parseSync('a => b', { configFile: false, babelrc: false }).program.body[0].expression.type);
