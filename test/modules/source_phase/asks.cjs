'use strict';
module.exports = () => import.source('./adds.wasm').then(
    (module) => WebAssembly.Module.exports(module).length);
