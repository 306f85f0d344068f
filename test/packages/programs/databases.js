// mysql2, mongodb and mongoose without a server: what they do alone, and their errors.
const mysql = require('mysql2');
const { MongoClient, ObjectId, BSON } = require('mongodb');
const mongoose = require('mongoose');
(async () => {
    const c = mysql.createConnection({ host: '127.0.0.1', port: 1, user: 'x' });
    await new Promise((r) =>
        c.on('error', (e) => {
            console.log(e.code, e.message);
            r();
        }),
    );
    console.log(
        mysql.format('select ? from ?? where a=?', ["o'x", 't.b', new Date(0)]),
        mysql.escape([1, 'a', null]),
    );
    const m = new MongoClient('mongodb://127.0.0.1:1/', { serverSelectionTimeoutMS: 100 });
    try {
        await m.connect();
    } catch (e) {
        console.log(e.name, e.message);
    }
    await m.close();
    const b = BSON.serialize({
        a: 1,
        b: [1n, 'x'],
        d: new Date(0),
        o: new ObjectId('507f1f77bcf86cd799439011'),
    });
    console.log(b.length, BSON.deserialize(b));
    const S = new mongoose.Schema({
        name: { type: String, required: true },
        age: { type: Number, min: 1 },
        tags: [String],
    });
    S.virtual('u').get(function () {
        return this.name.toUpperCase();
    });
    const M = mongoose.model('P', S);
    const d = new M({ name: 'ann', age: 0, tags: ['a'] });
    console.log(d.validateSync().message, d.u);
    const d2 = new M({ age: 'x' });
    try {
        await d2.validate();
    } catch (e) {
        console.log(e.message, Object.keys(e.errors));
    }
    console.log(JSON.stringify(new M({ name: 'b', _id: '507f1f77bcf86cd799439011' })));
})();
