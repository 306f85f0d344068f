// Schemas, queries and their errors.
const {
    graphql,
    buildSchema,
    GraphQLSchema,
    GraphQLObjectType,
    GraphQLString,
    GraphQLInt,
    GraphQLNonNull,
    parse,
    print,
    validate,
    printSchema,
    subscribe,
} = require('graphql');
(async () => {
    const s = buildSchema(
        'type Q{hello(n:String="w"):String! u(id:ID!):U l:[Int]} type U{id:ID name:String friends:[U]} schema{query:Q}',
    );
    const root = {
        hello: ({ n }) => 'hi ' + n,
        u: ({ id }) => ({ id, name: 'n' + id, friends: async () => [{ id: 1 }] }),
        l: () => [1, null, 2],
    };
    console.log(
        JSON.stringify(
            await graphql({
                schema: s,
                source: '{hello a:hello(n:"z") u(id:5){id ...F} l} fragment F on U{name friends{id}}',
                rootValue: root,
            }),
        ),
    );
    console.log(JSON.stringify(await graphql({ schema: s, source: '{nope}' })));
    console.log(JSON.stringify(await graphql({ schema: s, source: '{hello' })));
    console.log(
        JSON.stringify(
            await graphql({
                schema: s,
                source: 'query($i:ID!){u(id:$i){name}}',
                rootValue: root,
                variableValues: { i: 7 },
            }),
        ),
    );
    console.log(print(parse('{a(b:1){c d}}')), printSchema(s));
    const s2 = new GraphQLSchema({
        query: new GraphQLObjectType({
            name: 'Q',
            fields: {
                a: {
                    type: new GraphQLNonNull(GraphQLInt),
                    resolve() {
                        throw new Error('E');
                    },
                },
            },
        }),
    });
    console.log(JSON.stringify(await graphql({ schema: s2, source: '{a}' })));
})();
