const Mocha = require('mocha');
const { expect } = require('chai');
const mocha = new Mocha({ reporter: 'json', reporterOption: { output: '/dev/null' }, ui: 'bdd' });
mocha.suite.emit('pre-require', globalThis, null, mocha);
describe('a suite', () => {
    it('passes', () => expect([1, 2]).to.deep.equal([1, 2]));
    it('waits', async () => { await new Promise((r) => setTimeout(r, 2)); });
    it('fails', () => expect(1).to.equal(2));
});
mocha.run().on('pass', (t) => console.log('pass', t.title)).on('fail', (t, e) => console.log('fail', t.title, e.message)).on('end', () => console.log('end'));
