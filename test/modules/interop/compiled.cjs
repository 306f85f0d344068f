"use strict";
(globalThis.order ??= []).push('compiled');
Object.defineProperty(exports, "__esModule", { value: true });
exports.a = exports.default = void 0;
exports.default = 'the default'; exports.a = 'a';
Object.defineProperty(exports, 'b', { enumerable: true, get: function () { return 'b'; } });
