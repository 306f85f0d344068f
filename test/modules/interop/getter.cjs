exports.ok = 1;
let boom;
Object.defineProperty(exports, 'bad', { enumerable: true, get: function () { return boom.x; } });
