#!/usr/bin/env node
module.exports = new Error("x").stack.includes("shebang.js:2");
