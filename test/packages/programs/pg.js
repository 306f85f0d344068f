// Queries with parameters, types, errors, a transaction, a pool, a notification.
const { Client, Pool } = require('pg');
const options = { host: '127.0.0.1', port: Number(process.env.PG_PORT), user: 'test', database: 'postgres' };
(async () => {
    const client = new Client(options);
    await client.connect();
    await client.query('create temp table t (id serial, name text, at timestamptz, j jsonb, b bytea)');
    await client.query('insert into t (name, at, j, b) values ($1, $2, $3, $4)',
                       ['ann', new Date(0), { a: [1] }, Buffer.from('bin')]);
    const { rows, fields } = await client.query('select * from t');
    console.log(rows, fields.map((f) => f.name));
    await client.query('select * from nowhere').catch((e) => console.log(e.code, e.message));
    await client.query('begin');
    await client.query("update t set name = 'bob'");
    await client.query('rollback');
    console.log((await client.query({ text: 'select name from t', rowMode: 'array' })).rows);
    client.on('notification', async ({ channel, payload }) => {
        console.log(channel, payload);
        await client.end();
        const pool = new Pool({ ...options, max: 2 });
        const sums = await Promise.all([1, 2, 3].map((n) => pool.query('select $1::int + 1 as n', [n])));
        console.log(sums.map((r) => r.rows[0].n));
        await pool.end();
        console.log('ended');
    });
    await client.query('listen news');
    await client.query("notify news, 'hello'");
})();
