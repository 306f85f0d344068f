builtin import TypeError undefined Converting circular structure to JSON
    ["resolve","node:path","conditions,importAttributes,parentURL",null,{},"main.mjs","node+import+module-sync+node-addons"]
    ["load","node:path","conditions,format,importAttributes",null,{},null,"node+import+module-sync+node-addons"]
builtin require TypeError undefined Converting circular structure to JSON
    ["resolve","node:path","conditions,importAttributes,parentURL",null,null,"main.mjs","require+node+node-addons+module-sync"]
    ["load","node:path","conditions,format,importAttributes","builtin",null,null,"require+node+node-addons+module-sync"]
bare builtin import TypeError undefined Converting circular structure to JSON
    ["resolve","path","conditions,importAttributes,parentURL",null,{},"main.mjs","node+import+module-sync+node-addons"]
bare builtin require TypeError undefined Converting circular structure to JSON
    ["resolve","path","conditions,importAttributes,parentURL",null,null,"main.mjs","require+node+node-addons+module-sync"]
    ["load","node:path","conditions,format,importAttributes","builtin",null,null,"require+node+node-addons+module-sync"]
module import {"a":1}
    ["resolve","esm.mjs?import","conditions,importAttributes,parentURL",null,{},"main.mjs","node+import+module-sync+node-addons"]
    ["load","esm.mjs?import","conditions,format,importAttributes","module",{},null,"node+import+module-sync+node-addons"]
module require Error MODULE_NOT_FOUND Cannot find module './esm.mjs?require'
    ["resolve","esm.mjs?require","conditions,importAttributes,parentURL",null,null,"main.mjs","require+node+node-addons+module-sync"]
CommonJS import {"default":{"x":1},"module.exports":{"x":1},"x":1}
    ["resolve","cjs.cjs","conditions,importAttributes,parentURL",null,{},"main.mjs","node+import+module-sync+node-addons"]
    ["load","cjs.cjs","conditions,format,importAttributes","commonjs",{},null,"node+import+module-sync+node-addons"]
CommonJS require {"x":1}
    ["resolve","cjs.cjs","conditions,importAttributes,parentURL",null,null,"main.mjs","require+node+node-addons+module-sync"]
no type import {"default":{"y":1},"module.exports":{"y":1},"y":1}
    ["resolve","plain.js","conditions,importAttributes,parentURL",null,{},"main.mjs","node+import+module-sync+node-addons"]
    ["load","plain.js","conditions,format,importAttributes",null,{},null,"node+import+module-sync+node-addons"]
no type require {"y":1}
    ["resolve","plain.js","conditions,importAttributes,parentURL",null,null,"main.mjs","require+node+node-addons+module-sync"]
detected import {"y":1}
    ["resolve","detected.js","conditions,importAttributes,parentURL",null,{},"main.mjs","node+import+module-sync+node-addons"]
    ["load","detected.js","conditions,format,importAttributes",null,{},null,"node+import+module-sync+node-addons"]
detected require {"y":1}
    ["resolve","detected.js","conditions,importAttributes,parentURL",null,null,"main.mjs","require+node+node-addons+module-sync"]
    ["load","detected.js","conditions,format,importAttributes",null,null,null,"require+node+node-addons+module-sync"]
JSON import {"default":{"j":1}}
    ["resolve","data.json","conditions,importAttributes,parentURL",null,{"type":"json"},"main.mjs","node+import+module-sync+node-addons"]
    ["load","data.json","conditions,format,importAttributes","json",{"type":"json"},null,"node+import+module-sync+node-addons"]
JSON require {"j":1}
    ["resolve","data.json","conditions,importAttributes,parentURL",null,null,"main.mjs","require+node+node-addons+module-sync"]
made module import {"default":1}
    ["resolve","virtual:m","conditions,importAttributes,parentURL",null,{},"main.mjs","node+import+module-sync+node-addons"]
    ["load","virtual:m","conditions,format,importAttributes","module",{},null,"node+import+module-sync+node-addons"]
made module require {"__esModule":true,"default":1}
    ["resolve","virtual:m","conditions,importAttributes,parentURL",null,null,"main.mjs","require+node+node-addons+module-sync"]
    ["load","virtual:m","conditions,format,importAttributes","module",null,null,"require+node+node-addons+module-sync"]
made CommonJS import {"default":2,"module.exports":2}
    ["resolve","virtual:c","conditions,importAttributes,parentURL",null,{},"main.mjs","node+import+module-sync+node-addons"]
    ["load","virtual:c","conditions,format,importAttributes","commonjs",{},null,"node+import+module-sync+node-addons"]
made CommonJS require 2
    ["resolve","virtual:c","conditions,importAttributes,parentURL",null,null,"main.mjs","require+node+node-addons+module-sync"]
made JSON import {"default":{"a":2}}
    ["resolve","virtual:j","conditions,importAttributes,parentURL",null,{"type":"json"},"main.mjs","node+import+module-sync+node-addons"]
    ["load","virtual:j","conditions,format,importAttributes","json",{"type":"json"},null,"node+import+module-sync+node-addons"]
made JSON require {"a":2}
    ["resolve","virtual:j","conditions,importAttributes,parentURL",null,null,"main.mjs","require+node+node-addons+module-sync"]
    ["load","virtual:j","conditions,format,importAttributes","json",null,null,"require+node+node-addons+module-sync"]
source 5 import TypeError ERR_INVALID_RETURN_PROPERTY_VALUE Expected a string, an ArrayBuffer, or a TypedArray to be returned for the "source" from the "load" hook but got type number (5).
    ["resolve","virtual:1","conditions,importAttributes,parentURL",null,{},"main.mjs","node+import+module-sync+node-addons"]
    ["load","virtual:1","conditions,format,importAttributes","module",{},null,"node+import+module-sync+node-addons"]
source 5 require TypeError ERR_INVALID_RETURN_PROPERTY_VALUE Expected a string, an ArrayBuffer, or a TypedArray to be returned for the "source" from the "load" hook but got type number (5).
    ["resolve","virtual:2","conditions,importAttributes,parentURL",null,null,"main.mjs","require+node+node-addons+module-sync"]
    ["load","virtual:2","conditions,format,importAttributes","module",null,null,"require+node+node-addons+module-sync"]
source null import TypeError ERR_INVALID_RETURN_PROPERTY_VALUE Expected a string, an ArrayBuffer, or a TypedArray to be returned for the "source" from the "load" hook but got null.
    ["resolve","virtual:3","conditions,importAttributes,parentURL",null,{},"main.mjs","node+import+module-sync+node-addons"]
    ["load","virtual:3","conditions,format,importAttributes","module",{},null,"node+import+module-sync+node-addons"]
source null require TypeError ERR_INVALID_RETURN_PROPERTY_VALUE Expected a string, an ArrayBuffer, or a TypedArray to be returned for the "source" from the "load" hook but got null.
    ["resolve","virtual:4","conditions,importAttributes,parentURL",null,null,"main.mjs","require+node+node-addons+module-sync"]
    ["load","virtual:4","conditions,format,importAttributes","module",null,null,"require+node+node-addons+module-sync"]
format 5 import TypeError ERR_INVALID_RETURN_PROPERTY_VALUE Expected a string to be returned for the "format" from the "resolve" hook but got type number (5).
    ["resolve","virtual:5","conditions,importAttributes,parentURL",null,{},"main.mjs","node+import+module-sync+node-addons"]
format 5 require TypeError ERR_INVALID_RETURN_PROPERTY_VALUE Expected a string to be returned for the "format" from the "resolve" hook but got type number (5).
    ["resolve","virtual:6","conditions,importAttributes,parentURL",null,null,"main.mjs","require+node+node-addons+module-sync"]
unknown format import RangeError ERR_UNKNOWN_MODULE_FORMAT Unknown module format: unknown for URL virtual:7
    ["resolve","virtual:7","conditions,importAttributes,parentURL",null,{},"main.mjs","node+import+module-sync+node-addons"]
    ["load","virtual:7","conditions,format,importAttributes","unknown",{},null,"node+import+module-sync+node-addons"]
unknown format require {}
    ["resolve","virtual:8","conditions,importAttributes,parentURL",null,null,"main.mjs","require+node+node-addons+module-sync"]
    ["load","virtual:8","conditions,format,importAttributes","unknown",null,null,"require+node+node-addons+module-sync"]
no format import RangeError ERR_UNKNOWN_MODULE_FORMAT Unknown module format: undefined for URL virtual:9
    ["resolve","virtual:9","conditions,importAttributes,parentURL",null,{},"main.mjs","node+import+module-sync+node-addons"]
    ["load","virtual:9","conditions,format,importAttributes",null,{},null,"node+import+module-sync+node-addons"]
no format require 3
    ["resolve","virtual:10","conditions,importAttributes,parentURL",null,null,"main.mjs","require+node+node-addons+module-sync"]
    ["load","virtual:10","conditions,format,importAttributes",null,null,null,"require+node+node-addons+module-sync"]
no shortCircuit import TypeError ERR_INVALID_RETURN_PROPERTY_VALUE Expected true to be returned for the "shortCircuit" from the "resolve" hook but got undefined.
    ["resolve","virtual:11","conditions,importAttributes,parentURL",null,{},"main.mjs","node+import+module-sync+node-addons"]
no shortCircuit require TypeError ERR_INVALID_RETURN_PROPERTY_VALUE Expected true to be returned for the "shortCircuit" from the "resolve" hook but got undefined.
    ["resolve","virtual:12","conditions,importAttributes,parentURL",null,null,"main.mjs","require+node+node-addons+module-sync"]
url 5 import TypeError ERR_INVALID_RETURN_PROPERTY_VALUE Expected a URL string to be returned for the "url" from the "resolve" hook but got type number (5).
    ["resolve","virtual:13","conditions,importAttributes,parentURL",null,{},"main.mjs","node+import+module-sync+node-addons"]
url 5 require TypeError ERR_INVALID_RETURN_PROPERTY_VALUE Expected a URL string to be returned for the "url" from the "resolve" hook but got type number (5).
    ["resolve","virtual:14","conditions,importAttributes,parentURL",null,null,"main.mjs","require+node+node-addons+module-sync"]
nothing import TypeError undefined Cannot read properties of null (reading 'shortCircuit')
    ["resolve","virtual:15","conditions,importAttributes,parentURL",null,{},"main.mjs","node+import+module-sync+node-addons"]
nothing require TypeError undefined Cannot read properties of null (reading 'shortCircuit')
    ["resolve","virtual:16","conditions,importAttributes,parentURL",null,null,"main.mjs","require+node+node-addons+module-sync"]
throws import Error undefined own
    ["resolve","virtual:17","conditions,importAttributes,parentURL",null,{},"main.mjs","node+import+module-sync+node-addons"]
throws require Error undefined own
    ["resolve","virtual:18","conditions,importAttributes,parentURL",null,null,"main.mjs","require+node+node-addons+module-sync"]
redirected import {"default":{"x":1},"module.exports":{"x":1},"x":1}
    ["resolve","other:x","conditions,importAttributes,parentURL",null,{},"main.mjs","node+import+module-sync+node-addons"]
redirected require {"x":1}
    ["resolve","other:x","conditions,importAttributes,parentURL",null,null,"main.mjs","require+node+node-addons+module-sync"]
changed import {"a":42}
    ["load","esm.mjs?changed","conditions,format,importAttributes","module",{},null,"node+import+module-sync+node-addons"]
changed require {"x":42}
    ["load","changed.cjs","conditions,format,importAttributes","commonjs",null,null,"require+node+node-addons+module-sync"]
next twice import {"default":{"y":1},"module.exports":{"y":1},"y":1}
    ["resolve","plain.js","conditions,importAttributes,parentURL",null,{},"main.mjs","node+import+module-sync+node-addons"]
next twice require {"y":1}
    ["resolve","plain.js","conditions,importAttributes,parentURL",null,null,"main.mjs","require+node+node-addons+module-sync"]
more context import {"default":{"y":1},"module.exports":{"y":1},"y":1}
    ["resolve","plain.js","conditions,importAttributes,parentURL",null,{},"main.mjs","node+import+module-sync+node-addons"]
more context require {"y":1}
    ["resolve","plain.js","conditions,importAttributes,parentURL",null,null,"main.mjs","require+node+node-addons+module-sync"]
no context import {"default":{"q":1},"module.exports":{"q":1},"q":1}
    ["resolve","again.cjs","conditions,importAttributes,parentURL",null,{},"main.mjs","node+import+module-sync+node-addons"]
    ["load","again.cjs","conditions,format,importAttributes","commonjs",{},null,"node+import+module-sync+node-addons"]
no context require {"q":1}
    ["resolve","again.cjs","conditions,importAttributes,parentURL",null,null,"main.mjs","require+node+node-addons+module-sync"]
exit 0
