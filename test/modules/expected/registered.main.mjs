register null
made:module ["undefinedmade:module",{}]
made:json [{"a":1},{}]
made:bytes ["bytes",{}]
made:commonjs [{"name":1,"fs":true},{"fs":true,"module.exports":{"name":1,"fs":true},"name":1}]
made:no-source ["TypeError","ERR_INVALID_RETURN_PROPERTY_VALUE","Expected string, array buffer, or typed array to be returned for the \"source\" from the \"load\" hook but got null.",null,false]
made:no-format ["RangeError","ERR_UNKNOWN_MODULE_FORMAT","Unknown module format: undefined for URL made:no-format",null,true]
made:bad-source ["TypeError","ERR_INVALID_RETURN_PROPERTY_VALUE","Expected a string, an ArrayBuffer, or a TypedArray to be returned for the \"source\" from the \"./first.mjs 'load'\" hook but got type number (5).",null,false]
made:bad-response ["TypeError","ERR_INVALID_RETURN_PROPERTY_VALUE","Expected undefined or a fully resolved URL string to be returned for the \"responseURL\" from the \"./first.mjs 'load'\" hook but got type string ('x').",null,false]
bad:null ["TypeError","ERR_INVALID_RETURN_VALUE","Expected an object to be returned from the \"./first.mjs 'resolve' hook's nextResolve()\" function but got null.",null,false]
bad:url ["TypeError","ERR_INVALID_RETURN_PROPERTY_VALUE","Expected a URL string to be returned for the \"url\" from the \"./first.mjs 'resolve'\" hook but got type number (5).",null,false]
bad:format ["TypeError","ERR_INVALID_RETURN_PROPERTY_VALUE","Expected a string to be returned for the \"format\" from the \"./first.mjs 'resolve'\" hook but got type number (5).",null,false]
bad:attributes ["TypeError","ERR_INVALID_RETURN_PROPERTY_VALUE","Expected an object to be returned for the \"importAttributes\" from the \"./first.mjs 'resolve'\" hook but got type number (5).",null,false]
bad:chain ["Error","ERR_LOADER_CHAIN_INCOMPLETE","\"./first.mjs 'resolve'\" did not call the next hook in its chain and did not explicitly signal a short circuit. If this is intentional, include `shortCircuit: true` in the hook's return.",null,false]
bad:next ["TypeError","ERR_INVALID_ARG_TYPE","The \"./first.mjs 'resolve' hook's nextResolve() specifier\" property must be of type string. Received type number (5)",null,false]
bad:throws ["RangeError","ERR_OWN","thrown by a hook",{"a":[1]},true]
bad:primitive "a string"
./plain.mjs [null,{"plain":"plain"}]
./changed.mjs ["after",{}]
./hooked.cjs [["required","/required.cjs",{"is":"json"},"undefined"],{"module.exports":["required","/required.cjs",{"is":"json"},"undefined"]}]
node:path ["TypeError","ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE","Module \"node:path\" is not of type \"json\"",null,false]
meta.resolve "made:x"
require "required"
own globals "undefined"
register ["Error","ERR_MODULE_NOT_FOUND"]
register ["TypeError","ERR_UNSUPPORTED_RESOLVE_REQUEST"]
register ["TypeError","ERR_UNSUPPORTED_RESOLVE_REQUEST"]
said ["initialized with 7, main: false","echo one","echo two"]
exit 0
