// GraphQL in fastify.
const F = require('fastify');
const m = require('mercurius');
(async () => {
    const a = F();
    a.register(m, {
        schema: 'type Query{add(x:Int,y:Int):Int} type Mutation{say(t:String):String}',
        resolvers: {
            Query: { add: async (_, { x, y }) => x + y },
            Mutation: { say: (_, { t }) => t + '!' },
        },
        jit: 0,
    });
    a.get('/', async (q, r) => r.graphql('{add(x:2,y:2)}'));
    console.log((await a.inject('/')).body);
    console.log(
        (
            await a.inject({
                method: 'POST',
                url: '/graphql',
                payload: { query: 'mutation{say(t:"hi")}' },
            })
        ).body,
    );
    console.log(
        (await a.inject({ method: 'POST', url: '/graphql', payload: { query: '{zzz}' } })).body,
    );
    await a.close();
})();
