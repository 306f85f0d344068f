detected undefined true
export: e
meta: 
await: 
redeclared: 
dynamic only: default,kind,module.exports
plain: default,module.exports,plain
no extension: n
neither: SyntaxError
commonjs: SyntaxError
return: default,module.exports,r
await in cjs: ReferenceError ERR_AMBIGUOUS_MODULE_SYNTAX Cannot determine intended module format because both 'module' and top-level await are present. If the code is intended to be CommonJS, wrap await in an async function. If the code is intended to be an ES module, use export instead of module.exports/exports.
exit 0
