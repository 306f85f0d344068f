./nope.mjs: Error ERR_MODULE_NOT_FOUND Cannot find module './nope.mjs' imported from ./main.mjs
./folder: Error ERR_UNSUPPORTED_DIR_IMPORT Directory import './folder' is not supported resolving ES modules imported from ./main.mjs
./folder/: Error ERR_UNSUPPORTED_DIR_IMPORT Directory import './folder/' is not supported resolving ES modules imported from ./main.mjs
./noext: Error ERR_MODULE_NOT_FOUND Cannot find module './noext' imported from ./main.mjs
nope: Error ERR_MODULE_NOT_FOUND Cannot find package 'nope' imported from ./main.mjs
nope/deep: Error ERR_MODULE_NOT_FOUND Cannot find package 'nope' imported from ./main.mjs
@scope: TypeError ERR_INVALID_MODULE_SPECIFIER Invalid module "@scope" is not a valid package name imported from ./main.mjs
node:nope: Error ERR_UNKNOWN_BUILTIN_MODULE No such built-in module: node:nope
https://example.com/x.mjs: Error ERR_UNSUPPORTED_ESM_URL_SCHEME Only URLs with a scheme in: file and data are supported by the default ESM loader. Received protocol 'https:'
ftp://example.com/: Error ERR_UNSUPPORTED_ESM_URL_SCHEME Only URLs with a scheme in: file, data, and node are supported by the default ESM loader. Received protocol 'ftp:'
data:text/css,a: RangeError ERR_UNKNOWN_MODULE_FORMAT Unknown module format: text/css for URL data:text/css,a
./data.json: TypeError ERR_IMPORT_ATTRIBUTE_MISSING Module "URL/data.json" needs an import attribute of "type: json"
./image.png: TypeError ERR_UNKNOWN_FILE_EXTENSION Unknown file extension ".png" for ./image.png
./file.txt: TypeError ERR_UNKNOWN_FILE_EXTENSION Unknown file extension ".txt" for ./file.txt
./a%2fb.mjs: TypeError ERR_INVALID_MODULE_SPECIFIER Invalid module "./a%2fb.mjs" must not include encoded "/" or "\" characters imported from ./main.mjs
: Error ERR_MODULE_NOT_FOUND Cannot find package './node_modules/index.js' imported from ./main.mjs
.: Error ERR_UNSUPPORTED_DIR_IMPORT Directory import './' is not supported resolving ES modules imported from ./main.mjs
./missing_name.mjs: SyntaxError - The requested module './throws.mjs' does not provide an export named 'nope'
./missing_default.mjs: SyntaxError - The requested module './named.mjs' does not provide an export named 'default'
./missing_cjs.mjs: SyntaxError - Named export 'nope' not found. The requested module './names.cjs' is a CommonJS module, which may not support all module.exports as named exports.
CommonJS modules can always be imported via the default export, for example using:

import pkg from './names.cjs';
const { nope, other: renamed } = pkg;

./missing_reexport.mjs: SyntaxError - The requested module './named.mjs' does not provide an export named 'nope'
./uses_require.mjs: ReferenceError - require is not defined in ES module scope, you can use import instead
./uses_dirname.mjs: ReferenceError - __dirname is not defined in ES module scope
./throws.mjs: RangeError - on purpose
./throws_null.mjs: threw null
./imports_nope.mjs: Error ERR_MODULE_NOT_FOUND Cannot find module './nope.mjs' imported from ./imports_nope.mjs
./imports_throws.mjs: RangeError - on purpose
./module/uses_module.js: ReferenceError - module is not defined in ES module scope
This file is being treated as an ES module because it has a '.js' file extension and './module/package.json' contains "type": "module". To treat it as a CommonJS script, rename it to use the '.cjs' file extension.
./ambiguous.mjs: SyntaxError - The requested module './stars.mjs' contains conflicting star exports for name 'x'
./circular.mjs: SyntaxError - Detected cycle while resolving name 'x' in './circular.mjs'
./ambiguous_tla.mjs: ReferenceError ERR_AMBIGUOUS_MODULE_SYNTAX Cannot determine intended module format because both 'require' and top-level await are present. If the code is intended to be CommonJS, wrap await in an async function. If the code is intended to be an ES module, replace require() with import.
./tla_throws.mjs: Error - later
file:///nope.mjs: Error ERR_MODULE_NOT_FOUND Cannot find module '/nope.mjs' imported from ./main.mjs
file://host/nope.mjs: TypeError ERR_INVALID_FILE_URL_HOST File URL host must be "localhost" or empty on linux
/nope.mjs: Error ERR_MODULE_NOT_FOUND Cannot find module '/nope.mjs' imported from ./main.mjs
brokenpkg: Error ERR_INVALID_PACKAGE_CONFIG Invalid package config ./node_modules/brokenpkg/package.json while importing "brokenpkg" from ./main.mjs.
nomain: Error ERR_MODULE_NOT_FOUND Cannot find package './node_modules/nomain/index.js' imported from ./main.mjs
json, wrong type: TypeError ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE Module "URL/throws.mjs" is not of type "json"
unknown type: TypeError ERR_IMPORT_ATTRIBUTE_UNSUPPORTED Import attribute "type" with value "css" is not supported in URL/data.json
unknown attribute: TypeError ERR_IMPORT_ATTRIBUTE_UNSUPPORTED Import attribute "kind" with value "json" is not supported in URL/data.json
from data: TypeError ERR_UNSUPPORTED_RESOLVE_REQUEST Failed to resolve module specifier "./x.mjs" from "data:text/javascript,import "./x.mjs"": Invalid relative URL or base scheme is not hierarchical.
bare from data: TypeError ERR_UNSUPPORTED_RESOLVE_REQUEST Failed to resolve module specifier "nope" from "data:text/javascript,import "nope"": Invalid relative URL or base scheme is not hierarchical.
builtin from data: ok
again: RangeError - on purpose
same error true
url URL/nope.mjs
url URL/folder
exit 0
