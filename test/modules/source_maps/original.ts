// The original of made.js: each line of it has one like this above.
"use strict";
// fail()
exports.fail = function fail() {
// throws
    throw new Error("mapped");
// and ends
};
// tells
exports.stack = function stack() { return new Error("told").stack; };
