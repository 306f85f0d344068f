const through2 = require('through2');
const concat = require('concat-stream');
const split2 = require('split2');
const pump = require('pump');
const { Readable } = require('readable-stream');
const EventEmitter3 = require('eventemitter3');
pump(Readable.from(['a\nb', '\nc']), split2(), through2.obj((line, enc, cb) => cb(null, line.toUpperCase() + ';')),
     concat((all) => console.log('all', Array.isArray(all) ? all.join('') : String(all))), (err) => console.log('end', err));
const e = new EventEmitter3();
e.once('x', (v) => console.log('x', v));
console.log(e.emit('x', 1), e.emit('x', 2));
