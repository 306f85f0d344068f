// protobufjs, and the definitions that @grpc/proto-loader reads.
const pb = require('protobufjs');
const fs = require('fs'),
    path = require('path'),
    os = require('os');
const src =
    'syntax="proto3";package a;message P{string name=1;int32 id=2;repeated string tags=3;map<string,int64> m=4;oneof x{string s=5;bool b=6;} enum E{A=0;B=1;} E e=7;bytes raw=8;double d=9;} service S{rpc Say(P) returns(P);rpc Many(P) returns(stream P);}';
const root = pb.parse(src).root;
const P = root.lookupType('a.P');
const m = P.create({
    name: 'ü',
    id: -5,
    tags: ['x', 'y'],
    m: { k: 5 },
    s: 'q',
    e: 1,
    raw: Buffer.from([1, 2]),
    d: 1.25,
});
const b = P.encode(m).finish();
console.log(Buffer.from(b).toString('hex'));
console.log(P.toObject(P.decode(b), { longs: String, enums: String, bytes: String, oneofs: true }));
console.log(P.verify({ id: 'x' }), P.fromObject({ id: '12', e: 'B' }));
try {
    P.decode(b.slice(0, 3));
} catch (e) {
    console.log(e.name, e.message);
}
const grpc = require('@grpc/grpc-js'),
    loader = require('@grpc/proto-loader');
const f = path.join(os.tmpdir(), 'x' + process.pid + '.proto');
fs.writeFileSync(f, src);
const d = grpc.loadPackageDefinition(loader.loadSync(f, { longs: String }));
console.log(Object.keys(d.a), Object.keys(d.a.S.service));
fs.unlinkSync(f);
