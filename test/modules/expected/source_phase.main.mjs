true [ { name: 'g', kind: 'function' } ]
default name
true
it runs
true true 5 true
unimportable Error ERR_MODULE_NOT_FOUND Cannot find module '
plain SyntaxError ERR_SOURCE_PHASE_NOT_DEFINED Source phase import object is not defined for module '
json TypeError ERR_IMPORT_ATTRIBUTE_MISSING Module "
built-in SyntaxError ERR_SOURCE_PHASE_NOT_DEFINED Source phase import object is not defined for module 'node:fs'
absent Error ERR_MODULE_NOT_FOUND Cannot find module '
static SyntaxError ERR_SOURCE_PHASE_NOT_DEFINED Source phase import object is not defined for module '
symbol TypeError undefined Cannot convert a Symbol value to a string
options TypeError undefined The second argument to import() must be an object
CommonJS 1
eval Module [WebAssembly.Module] {}
SyntaxError import.source
SyntaxError new import.source("x")
SyntaxError import.source()
SyntaxError import.source(...["x"])
SyntaxError import.source("x", {}, 1)
SyntaxError import source x from "y"
parses import.source("x")
SyntaxError import.s\u006furce("x")
SyntaxError import.defer("x")
SyntaxError () => import.source("x", {},)
parses typeof import.source("x").then
exit 0
