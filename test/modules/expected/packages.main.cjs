require main: main entry
require noext: lib index
require deep: no package.json
require deep/lib/file: deep file
require deep/lib/file.js: deep file
require exp: exp main
require exp/sub: exp sub
require exp/lib/sub.js: Error ERR_PACKAGE_PATH_NOT_EXPORTED Package subpath './lib/sub.js' is not defined by "exports" in ./node_modules/exp/package.json
require exp/package.json: {"name":"exp","exports":{".":"./main.cjs","./sub":"./lib/sub.js","./package.json":"./package.json","./missing":"./lib/missing.js","./outside":"../x.js","./nodemod":"./node_modules/x.js","./bad":"lib/sub.js","./obj":{"never":"./main.cjs"},"./null":null,"./number":5}}
require exp/missing: Error MODULE_NOT_FOUND Cannot find module './node_modules/exp/lib/missing.js'
require exp/outside: Error ERR_INVALID_PACKAGE_TARGET Invalid "exports" target "../x.js" defined for './outside' in the package config ./node_modules/exp/package.json; targets must start with "./"
require exp/nodemod: Error ERR_INVALID_PACKAGE_TARGET Invalid "exports" target "./node_modules/x.js" defined for './nodemod' in the package config ./node_modules/exp/package.json
require exp/bad: Error ERR_INVALID_PACKAGE_TARGET Invalid "exports" target "lib/sub.js" defined for './bad' in the package config ./node_modules/exp/package.json; targets must start with "./"
require exp/obj: Error ERR_PACKAGE_PATH_NOT_EXPORTED Package subpath './obj' is not defined by "exports" in ./node_modules/exp/package.json
require exp/null: Error ERR_PACKAGE_PATH_NOT_EXPORTED Package subpath './null' is not defined by "exports" in ./node_modules/exp/package.json
require exp/number: Error ERR_INVALID_PACKAGE_TARGET Invalid "exports" target "5" defined for './number' in the package config ./node_modules/exp/package.json; targets must start with "./"
require exp/nope: Error ERR_PACKAGE_PATH_NOT_EXPORTED Package subpath './nope' is not defined by "exports" in ./node_modules/exp/package.json
require sugar: sugar
require sugar/lib/only.js: Error ERR_PACKAGE_PATH_NOT_EXPORTED Package subpath './lib/only.js' is not defined by "exports" in ./node_modules/sugar/package.json
require cond: cond require
require cond/nested: cond require
require cond/default: cond require
require cond/sync: cond sync
require @scope/pkg: scoped
require @scope/pkg/x/one: scoped x
require @scope/pkg/x/two: Error MODULE_NOT_FOUND Cannot find module './node_modules/@scope/pkg/lib/two.js'
require @scope: Error MODULE_NOT_FOUND Cannot find module '@scope'
Require stack:
- ./main.cjs
require pat/x: pat x
require pat/a/y.js: pat a-y
require pat/a/bz: pat ab-z
require pat/private/x: Error ERR_PACKAGE_PATH_NOT_EXPORTED Package subpath './private/x' is not defined by "exports" in ./node_modules/pat/package.json
require pat/dir/d: pat dir
require pat/twice/d: twice
require pat/../x: TypeError ERR_INVALID_MODULE_SPECIFIER Invalid module "./../x" request is not a valid match in pattern "./*" for the "exports" resolution of ./node_modules/pat/package.json
require pat: Error ERR_PACKAGE_PATH_NOT_EXPORTED No "exports" main defined in ./node_modules/pat/package.json
require nul: null exports
require arr: arr
require arr/none: Error ERR_PACKAGE_PATH_NOT_EXPORTED Package subpath './none' is not defined by "exports" in ./node_modules/arr/package.json
require arr/allbad: Error ERR_INVALID_PACKAGE_TARGET Invalid "exports" target "y" defined for './allbad' in the package config ./node_modules/arr/package.json; targets must start with "./"
require mixed: Error ERR_INVALID_PACKAGE_CONFIG Invalid package config ./node_modules/mixed/package.json. "exports" cannot contain some keys starting with '.' and some not. The exports object must either be an object of package subpath keys or an object of main entry condition name keys only.
require numeric: Error ERR_INVALID_PACKAGE_CONFIG Invalid package config ./node_modules/numeric/package.json. "exports" cannot contain numeric property keys.
require target: Error ERR_INVALID_PACKAGE_TARGET Invalid "exports" main target "./../target/x.js" defined in the package config ./node_modules/target/package.json
require self: self main
require self/sub: self sub
require self/nope: Error ERR_PACKAGE_PATH_NOT_EXPORTED Package subpath './nope' is not defined by "exports" in ./package.json imported from ./main.cjs
require #local: local cjs
require #dep: main entry
require #cond: local cjs
require #pat/local: local cjs
require #pat/nope: Error MODULE_NOT_FOUND Cannot find module './nope.cjs'
require #builtin: TypeError ERR_INVALID_URL_SCHEME The URL must be of scheme file
require #null: TypeError ERR_PACKAGE_IMPORT_NOT_DEFINED Package import specifier "#null" is not defined in package ./package.json imported from ./main.cjs
require #bad: Error ERR_INVALID_PACKAGE_TARGET Invalid "imports" target "../x.js" defined for '#bad' in the package config ./package.json imported from ./main.cjs
require #gone: Error MODULE_NOT_FOUND Cannot find module './gone.js'
require #url: Error ERR_INVALID_PACKAGE_TARGET Invalid "imports" target "https://example.com/" defined for '#url' in the package config ./package.json imported from ./main.cjs
require #nope: TypeError ERR_PACKAGE_IMPORT_NOT_DEFINED Package import specifier "#nope" is not defined in package ./package.json imported from ./main.cjs
require #: TypeError ERR_INVALID_MODULE_SPECIFIER Invalid module "#" is not a valid internal imports specifier name imported from ./main.cjs
require #x/: TypeError ERR_INVALID_MODULE_SPECIFIER Invalid module "#x/" is not a valid internal imports specifier name imported from ./main.cjs
require nope: Error MODULE_NOT_FOUND Cannot find module 'nope'
Require stack:
- ./main.cjs
require nope/sub: Error MODULE_NOT_FOUND Cannot find module 'nope/sub'
Require stack:
- ./main.cjs
require .dot: Error MODULE_NOT_FOUND Cannot find module '.dot'
Require stack:
- ./main.cjs
require %x: Error MODULE_NOT_FOUND Cannot find module '%x'
Require stack:
- ./main.cjs
require a\b: Error MODULE_NOT_FOUND Cannot find module 'a\b'
Require stack:
- ./main.cjs
require esm: esm main
require esm/lib/sub.js: {"sub":1}
require esm/lib/sub: {"sub":1}
resolve main: ./node_modules/main/lib/entry.js
resolve exp/sub: ./node_modules/exp/lib/sub.js
resolve #local: ./local.cjs
resolve self: ./selfmain.cjs
exit 0
