import assert from 'node:assert';

it('is run by itself', () => assert(true));
