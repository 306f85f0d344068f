import main: main entry
import noext: lib index
import deep: no package.json
import deep/lib/file: Error ERR_MODULE_NOT_FOUND Cannot find module './node_modules/deep/lib/file' imported from ./main.mjs
Did you mean to import "deep/lib/file.js"?
import deep/lib/file.js: deep file
import exp: exp main
import exp/sub: exp sub
import exp/lib/sub.js: Error ERR_PACKAGE_PATH_NOT_EXPORTED Package subpath './lib/sub.js' is not defined by "exports" in ./node_modules/exp/package.json imported from ./main.mjs
import exp/package.json: TypeError ERR_IMPORT_ATTRIBUTE_MISSING Module "URL/node_modules/exp/package.json" needs an import attribute of "type: json"
import exp/missing: Error ERR_MODULE_NOT_FOUND Cannot find module './node_modules/exp/lib/missing.js' imported from ./main.mjs
import exp/outside: Error ERR_INVALID_PACKAGE_TARGET Invalid "exports" target "../x.js" defined for './outside' in the package config ./node_modules/exp/package.json imported from ./main.mjs; targets must start with "./"
import exp/nodemod: Error ERR_INVALID_PACKAGE_TARGET Invalid "exports" target "./node_modules/x.js" defined for './nodemod' in the package config ./node_modules/exp/package.json imported from ./main.mjs
import exp/bad: Error ERR_INVALID_PACKAGE_TARGET Invalid "exports" target "lib/sub.js" defined for './bad' in the package config ./node_modules/exp/package.json imported from ./main.mjs; targets must start with "./"
import exp/obj: Error ERR_PACKAGE_PATH_NOT_EXPORTED Package subpath './obj' is not defined by "exports" in ./node_modules/exp/package.json imported from ./main.mjs
import exp/null: Error ERR_PACKAGE_PATH_NOT_EXPORTED Package subpath './null' is not defined by "exports" in ./node_modules/exp/package.json imported from ./main.mjs
import exp/number: Error ERR_INVALID_PACKAGE_TARGET Invalid "exports" target "5" defined for './number' in the package config ./node_modules/exp/package.json imported from ./main.mjs; targets must start with "./"
import exp/nope: Error ERR_PACKAGE_PATH_NOT_EXPORTED Package subpath './nope' is not defined by "exports" in ./node_modules/exp/package.json imported from ./main.mjs
import sugar: sugar
import sugar/lib/only.js: Error ERR_PACKAGE_PATH_NOT_EXPORTED Package subpath './lib/only.js' is not defined by "exports" in ./node_modules/sugar/package.json imported from ./main.mjs
import cond: cond import
import cond/nested: cond import
import cond/default: cond require
import cond/sync: cond sync
import @scope/pkg: scoped
import @scope/pkg/x/one: scoped x
import @scope/pkg/x/two: Error ERR_MODULE_NOT_FOUND Cannot find module './node_modules/@scope/pkg/lib/two.js' imported from ./main.mjs
import @scope: TypeError ERR_INVALID_MODULE_SPECIFIER Invalid module "@scope" is not a valid package name imported from ./main.mjs
import pat/x: pat x
import pat/a/y.js: pat a-y
import pat/a/bz: pat ab-z
import pat/private/x: Error ERR_PACKAGE_PATH_NOT_EXPORTED Package subpath './private/x' is not defined by "exports" in ./node_modules/pat/package.json imported from ./main.mjs
import pat/dir/d: pat dir
import pat/twice/d: twice
import pat/../x: TypeError ERR_INVALID_MODULE_SPECIFIER Invalid module "./../x" request is not a valid match in pattern "./*" for the "exports" resolution of ./node_modules/pat/package.json imported from ./main.mjs
import pat: Error ERR_PACKAGE_PATH_NOT_EXPORTED No "exports" main defined in ./node_modules/pat/package.json imported from ./main.mjs
import nul: null exports
import arr: arr
import arr/none: Error ERR_PACKAGE_PATH_NOT_EXPORTED Package subpath './none' is not defined by "exports" in ./node_modules/arr/package.json imported from ./main.mjs
import arr/allbad: Error ERR_INVALID_PACKAGE_TARGET Invalid "exports" target "y" defined for './allbad' in the package config ./node_modules/arr/package.json imported from ./main.mjs; targets must start with "./"
import mixed: Error ERR_INVALID_PACKAGE_CONFIG Invalid package config ./node_modules/mixed/package.json while importing URL/main.mjs. "exports" cannot contain some keys starting with '.' and some not. The exports object must either be an object of package subpath keys or an object of main entry condition name keys only.
import numeric: Error ERR_INVALID_PACKAGE_CONFIG Invalid package config ./node_modules/numeric/package.json while importing URL/main.mjs. "exports" cannot contain numeric property keys.
import target: Error ERR_INVALID_PACKAGE_TARGET Invalid "exports" main target "./../target/x.js" defined in the package config ./node_modules/target/package.json imported from ./main.mjs
import self: self main
import self/sub: self sub
import self/nope: Error ERR_PACKAGE_PATH_NOT_EXPORTED Package subpath './nope' is not defined by "exports" in ./package.json imported from ./main.mjs
import #local: local cjs
import #dep: main entry
import #cond: local mjs
import #pat/local: local cjs
import #pat/nope: Error ERR_MODULE_NOT_FOUND Cannot find module './nope.cjs' imported from ./main.mjs
import #builtin: path
import #null: TypeError ERR_PACKAGE_IMPORT_NOT_DEFINED Package import specifier "#null" is not defined in package ./package.json imported from ./main.mjs
import #bad: Error ERR_INVALID_PACKAGE_TARGET Invalid "imports" target "../x.js" defined for '#bad' in the package config ./package.json imported from ./main.mjs
import #gone: Error ERR_MODULE_NOT_FOUND Cannot find module './gone.js' imported from ./main.mjs
import #url: Error ERR_INVALID_PACKAGE_TARGET Invalid "imports" target "https://example.com/" defined for '#url' in the package config ./package.json imported from ./main.mjs
import #nope: TypeError ERR_PACKAGE_IMPORT_NOT_DEFINED Package import specifier "#nope" is not defined in package ./package.json imported from ./main.mjs
import #: TypeError ERR_INVALID_MODULE_SPECIFIER Invalid module "#" is not a valid internal imports specifier name imported from ./main.mjs
import #x/: TypeError ERR_INVALID_MODULE_SPECIFIER Invalid module "#x/" is not a valid internal imports specifier name imported from ./main.mjs
import nope: Error ERR_MODULE_NOT_FOUND Cannot find package 'nope' imported from ./main.mjs
import nope/sub: Error ERR_MODULE_NOT_FOUND Cannot find package 'nope' imported from ./main.mjs
import .dot: TypeError ERR_INVALID_MODULE_SPECIFIER Invalid module ".dot" is not a valid package name imported from ./main.mjs
import %x: TypeError ERR_INVALID_MODULE_SPECIFIER Invalid module "%x" is not a valid package name imported from ./main.mjs
import a\b: TypeError ERR_INVALID_MODULE_SPECIFIER Invalid module "a\b" is not a valid package name imported from ./main.mjs
import esm: esm main
import esm/lib/sub.js: no default
import esm/lib/sub: Error ERR_MODULE_NOT_FOUND Cannot find module './node_modules/esm/lib/sub' imported from ./main.mjs
Did you mean to import "esm/lib/sub.js"?
resolve main: URL/node_modules/main/lib/entry.js
resolve exp/sub: URL/node_modules/exp/lib/sub.js
resolve #local: URL/local.cjs
resolve self: URL/selfmain.cjs
resolve fs: node:fs
resolve nope: Error ERR_MODULE_NOT_FOUND Cannot find package 'nope' imported from ./main.mjs
resolve ./nope.js: URL/nope.js
resolve ./node_modules: URL/node_modules
resolve node:nope: node:nope
resolve https://x.y/z: https://x.y/z
exit 0
