// A GraphQL server: by a call, over HTTP, as a stream of events.
import { createYoga, createSchema } from 'graphql-yoga';
import http from 'http';
const y = createYoga({
    logging: false,
    schema: createSchema({
        typeDefs: 'type Query{a(x:Int):Int} type Subscription{c:Int}',
        resolvers: {
            Query: { a: (_, { x }) => x * 2 },
            Subscription: {
                c: {
                    async *subscribe() {
                        for (let i = 0; i < 3; i++) yield { c: i };
                    },
                },
            },
        },
    }),
});
const r = await y.fetch('http://x/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{a(x:4)}"}',
});
console.log(r.status, await r.text());
const s = http.createServer(y).listen(0, '127.0.0.1', async () => {
    const b = `http://127.0.0.1:${s.address().port}/graphql`;
    console.log(await (await fetch(b + '?query={a(x:1)}')).text());
    console.log(
        await (
            await fetch(b + '?query=subscription{c}', { headers: { accept: 'text/event-stream' } })
        ).text(),
    );
    s.close();
    s.closeAllConnections();
});
