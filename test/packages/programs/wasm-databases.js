// Databases in WebAssembly: sql.js (SQLite) and PGlite (PostgreSQL).
const initSqlJs = require('sql.js');
(async () => {
    const SQL = await initSqlJs();
    const db = new SQL.Database();
    db.run('create table t(id integer primary key, name text, score real)');
    const insert = db.prepare('insert into t(name, score) values (?, ?)');
    db.run('begin');
    for (let i = 0; i < 5000; i++)
        insert.run([`n${i % 97}`, i * 1.5]);
    db.run('commit');
    console.log(JSON.stringify(db.exec('select name, count(*), avg(score) from t group by name order by 2 desc, 1 limit 5')));
    db.create_function('twice', (x) => x * 2);
    console.log(JSON.stringify(db.exec('select twice(21), json_extract(\'{"a":[1,2]}\', \'$.a[1]\')')));
    try { db.run('select * from missing'); } catch (error) { console.log(error.message); }
    console.log(db.export().length, db.getRowsModified());
    db.close();
    const { PGlite } = await import('@electric-sql/pglite');
    const pg = await PGlite.create();
    await pg.exec('create table t(id serial primary key, j jsonb)');
    for (let i = 0; i < 50; i++)
        await pg.query('insert into t(j) values ($1)', [{ i, even: i % 2 === 0 }]);
    console.log((await pg.query('select count(*)::int as n, sum((j->>\'i\')::int)::int as s from t where (j->>\'even\')::bool')).rows);
    await pg.query('select nothing').catch((error) => console.log(error.message, error.code));
    await pg.close();
})();
