"use strict";
exports.fail = function fail() {
    throw new Error("mapped");
};
exports.stack = function stack() { return new Error("told").stack; };
//# sourceMappingURL=made.js.map
