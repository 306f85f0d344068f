missing file: Error MODULE_NOT_FOUND Cannot find module './nope'
Require stack:
- ./main.js
missing package: Error MODULE_NOT_FOUND Cannot find module 'nope'
Require stack:
- ./main.js
missing in package: Error MODULE_NOT_FOUND Cannot find module 'pkg/nope'
Require stack:
- ./main.js
missing deeper: Error MODULE_NOT_FOUND Cannot find module './nope'
Require stack:
- ./deeper.js
- ./main.js
bad scheme: Error ERR_UNKNOWN_BUILTIN_MODULE No such built-in module: node:nope
empty: TypeError ERR_INVALID_ARG_VALUE The argument 'id' must be a non-empty string. Received ''
number: TypeError ERR_INVALID_ARG_TYPE The "id" argument must be of type string. Received type number (5)
bad main: Error MODULE_NOT_FOUND Cannot find module './node_modules/badmain/nope.js'. Please verify that the package.json has a valid "main" entry
index instead of main: index
resolve: Error MODULE_NOT_FOUND Cannot find module 'nope'
Require stack:
- ./main.js
resolve paths: ./node_modules/pkg/index.js
bad paths: TypeError ERR_INVALID_ARG_VALUE The property 'options.paths' is invalid. Received 'x'
throws: RangeError - on purpose
not cached false 2
stack ["./main.js"]
stack ["./deeper.js","./main.js"]
folder without index: Error MODULE_NOT_FOUND Cannot find module './deeper2'
Require stack:
- ./main.js
json: SyntaxError true
broken package: ERR_INVALID_PACKAGE_CONFIG
exit 0
