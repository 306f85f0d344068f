// supertest asks Express.
const request = require('supertest');
const express = require('express');
const assert = require('assert');
const app = express();
app.use(express.json());
app.get('/u', (q, r) => r.json({ name: 'j' }));
app.post('/e', (q, r) => r.status(201).set('x-a', '1').send(q.body));
app.get('/c', (q, r) => {
    r.cookie('a', 'b');
    r.send('<p>hi');
});
(async () => {
    await request(app)
        .get('/u')
        .expect('Content-Type', /json/)
        .expect('Content-Length', '12')
        .expect(200);
    console.log('ok');
    const r = await request(app).post('/e').send({ a: 1 }).set('Accept', 'application/json');
    console.log(r.status, r.body, r.headers['x-a']);
    await request(app)
        .get('/u')
        .expect(404)
        .catch((e) => console.log(e.message));
    await request(app)
        .get('/u')
        .expect({ name: 'k' })
        .catch((e) => console.log(e.message, e.showDiff));
    const ag = request.agent(app);
    const c = await ag.get('/c');
    console.log(c.text, c.headers['set-cookie'], c.type);
    console.log((await request(app).get('/nf')).text);
})();
