// knex, sequelize and typeorm without a database: their SQL, and their errors.
const knex = require('knex');
const { Sequelize, DataTypes, Op } = require('sequelize');
const { EntitySchema, DataSource } = require('typeorm');
const k = knex({ client: 'pg' });
console.log(
    k('u')
        .where({ a: 1 })
        .orWhere('b', '>', 2)
        .join('p', 'p.id', 'u.pid')
        .orderBy('x', 'desc')
        .limit(5)
        .toString(),
);
console.log(
    k('t')
        .insert([{ a: 1, b: "o'x" }, { a: 2 }])
        .returning('*')
        .toSQL().sql,
);
console.log(
    k.schema
        .createTable('z', (t) => {
            t.increments();
            t.string('n', 20).notNullable();
            t.timestamps(true, true);
            t.foreign('n').references('id').inTable('q');
        })
        .toString(),
);
const s = new Sequelize({
    dialect: 'postgres',
    host: '127.0.0.1',
    port: 1,
    logging: false,
    retry: { max: 0 },
});
const U = s.define('User', {
    name: { type: DataTypes.STRING, allowNull: false, validate: { len: [2, 5] } },
    age: DataTypes.INTEGER,
});
const P = s.define('Post', { t: DataTypes.TEXT });
U.hasMany(P);
P.belongsTo(U);
(async () => {
    const u = U.build({ name: 'x' });
    await u.validate().catch((e) =>
        console.log(
            e.name,
            e.errors.map((x) => x.message),
        ),
    );
    console.log(
        s
            .getQueryInterface()
            .queryGenerator.selectQuery(
                'Users',
                { where: { age: { [Op.gt]: 5 }, name: { [Op.like]: 'a%' } }, limit: 2 },
                U,
            ),
    );
    await s.authenticate().catch((e) => console.log(e.name, e.message));
    await s.close();
    const E = new EntitySchema({
        name: 'C',
        columns: { id: { type: Number, primary: true, generated: true }, n: { type: String } },
    });
    const d = new DataSource({ type: 'postgres', host: '127.0.0.1', port: 1, entities: [E] });
    await d.initialize().catch((e) => console.log(e.code, e.message));
})();
