cycle ["a starts","b sees 1","parent true","a ends"]
same object true true
json {"json":[1,2]} true
main true . ./main.js false
paths ./node_modules true
child ./a.js true true true 1
this true true
arguments 5 object true
dirs ./main.js .
keys resolve,main,extensions,cache
extensions .js,.json,.node
module keys id,path,exports,filename,loaded,children,paths
again 1 2 2
folder index index index
up up, main not there, index
isPreloading false
Module true true true
wrap (function (exports, require, module, __filename, __dirname) { x
}); 2
builtin true true false true true
resolve path node:path ./folder/index.js
resolve.paths . null
nodeModulePaths /a/node_modules/b/c/node_modules,/a/node_modules/b/node_modules,/a/node_modules,/node_modules
createRequire up, main not there, index ./folder/up.js true
createRequire url up, main not there, index
createRequire relative: TypeError ERR_INVALID_ARG_VALUE The argument 'filename' must be a file URL object, file URL string, or absolute path string. Received './x'
own extension text of ./note.txt text of ./note.txt
shebang true
bom no bom
cjs cjs
compiled ["/made/up.js","function","made up"]
patched patched
exit 0
