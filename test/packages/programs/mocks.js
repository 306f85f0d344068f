// proxyquire replaces what a module requires.
const fs = require('fs'),
    path = require('path');
const f = path.join(__dirname, '_pq.cjs');
fs.writeFileSync(
    f,
    "const p=require('path');const fs=require('fs');module.exports={e:x=>p.extname(x),r:()=>fs.readFileSync('x')}",
);
const px = require('proxyquire');
const m = px('./_pq.cjs', {
    path: { extname: (x) => 'stub ' + x },
    fs: { readFileSync: () => 'fake' },
});
console.log(m.e('a.b'), m.r(), require('./_pq.cjs').e('a.b'));
fs.unlinkSync(f);
