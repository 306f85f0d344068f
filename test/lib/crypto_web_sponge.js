'use strict';
// Functions on Keccak: cSHAKE, KMAC, TurboSHAKE, KangarooTwelve. The values are
// Node's; lengths are around a block of each and around a chunk of the tree.

const assert = require('assert');

process.removeAllListeners('warning');
process.on('warning', () => {});

const { subtle } = globalThis.crypto;
const hex = (bytes) => Buffer.from(bytes).toString('hex');

async function testDigests() {
    for (const { 0: algorithm, 1: size, 2: expected } of [
        [{ name: 'cSHAKE128', outputLength: 256 }, 168,
         'd376bd67f0583bfd66c71e723424eb5ebc9b262a29ba0edc844eb24245986718'],
        [{ name: 'cSHAKE128', outputLength: 256 }, 167,
         '600e343d77c19632b1b025ce93e9300edfc89c1d5ac5d31561686900eb34c200'],
        [{ name: 'TurboSHAKE256', outputLength: 256, domainSeparation: 0x7f },
         136,
         '817b0cac5ef4d21e7c22daeda46bce76909933e227b81127a6beab724204e3a8'],
        [{ name: 'TurboSHAKE256', outputLength: 256, domainSeparation: 0x7f },
         20000,
         '80a9af7090437a9363a72809f323807d1da30b5abc9cfcd0f6327fbbff0a917b'],
        [{ name: 'KT256', outputLength: 320 }, 8191,
         'c83830268b2ef117567df5ae4b775141b902f8a0832a9850e7e1b56cc7823f6479' +
         '7a047474357fc1'],
        [{ name: 'KT256', outputLength: 320 }, 8192,
         '9f356074a02d6583e7b130c8b943d63b3448238d874e8fd48564aeddd8a4a5e1ca' +
         '03ff99fcc04476'],
        [{ name: 'KT256', outputLength: 320 }, 20000,
         'd9c1ed094a9a5936720b9e187828ae68bb6b96df3a79c5446a2d4b741fe23c4421' +
         'd8f386478b12b7'],
    ]) {
        const digest = await subtle.digest(algorithm, Buffer.alloc(size, 7));
        assert.strictEqual(hex(digest), expected, JSON.stringify(algorithm));
    }
    // What is not whole bytes ends in zero bits.
    assert.strictEqual(hex(await subtle.digest(
        { name: 'cSHAKE128', outputLength: 13 }, Buffer.alloc(1))), '0b78');
    assert.strictEqual(hex(await subtle.digest(
        { name: 'cSHAKE128', outputLength: 256, functionName: Buffer.from(
            'KMAC'), customization: Buffer.from('x') }, Buffer.alloc(1))),
        'c94360a2a6705d1a2cdf594d40922f01b84a2f67b116d306714d85292bae3b7b');
    assert.strictEqual(hex(await subtle.digest(
        { name: 'KT128', outputLength: 256 }, Buffer.alloc(9000))),
        '36c33e90977c5bcb8dbd64299cab4b66e126957dcfef7b8deac87aef4a6216e7');
    // SHAKE of OpenSSL is cSHAKE without a name and a customization.
    const { createHash } = require('crypto');
    for (let size = 130; size < 175; size++) {
        const bytes = Buffer.alloc(size, size);
        for (const bits of [128, 256]) {
            assert.strictEqual(
                hex(await subtle.digest({ name: `cSHAKE${bits}`,
                                          outputLength: 4000 }, bytes)),
                createHash(`shake${bits}`, { outputLength: 500 })
                    .update(bytes).digest('hex'));
        }
    }
}

async function testRefused() {
    for (const { 0: algorithm, 1: name, 2: message } of [
        [{ name: 'cSHAKE128', outputLength: 2 ** 32 - 1 }, 'OperationError',
         'Invalid CShakeParams outputLength'],
        [{ name: 'cSHAKE256', outputLength: 8, functionName: Buffer.from('X') },
         'NotSupportedError', 'Unsupported CShakeParams functionName'],
        [{ name: 'cSHAKE256', outputLength: 8,
           customization: Buffer.alloc(513) }, 'OperationError',
         'CShakeParams.customization must be at most 512 bytes'],
        [{ name: 'KT128', outputLength: 0 }, 'OperationError',
         'Invalid KangarooTwelveParams outputLength'],
        [{ name: 'TurboSHAKE128', outputLength: 12 }, 'OperationError',
         'Invalid TurboShakeParams outputLength'],
        [{ name: 'TurboSHAKE128', outputLength: 8, domainSeparation: 0x80 },
         'OperationError',
         'TurboShakeParams.domainSeparation must be in range 0x01-0x7f'],
        [{ name: 'TurboSHAKE128', outputLength: 8, domainSeparation: 300 },
         'TypeError', 'Failed to normalize algorithm: domainSeparation in ' +
         'passed algorithm is outside the expected range of 0 to 255.'],
    ])
        await assert.rejects(subtle.digest(algorithm, Buffer.alloc(1)),
                             { name, message });
}

async function testKmac() {
    const usages = ['sign', 'verify'];
    const key = await subtle.importKey('raw-secret', Buffer.alloc(4, 255),
                                       'KMAC128', true, usages);
    const sign = async (outputLength, extra) => hex(await subtle.sign(
        { name: 'KMAC128', outputLength, ...extra }, key, Buffer.alloc(90)));
    assert.strictEqual(
        await sign(256),
        '3aa4f25a6a1dbec411b8c698f9c1852a64be74a1183dfde4db4fbe8456e38956');
    assert.strictEqual(await sign(25), '3d4ca880');
    assert.strictEqual(await sign(0), '');
    const odd = await subtle.importKey(
        'raw-secret', Buffer.from('abcdefgh'),
        { name: 'KMAC128', length: 61 }, true, usages);
    assert.deepStrictEqual(odd.algorithm, { name: 'KMAC128', length: 61 });
    for (const { 0: outputLength, 1: expected } of [
        [7, 'fe'], [8, '8a'], [13, '7e20'],
        [257, '17d3296a3f3d4d12fc5d84e0f4c171334ad0d34e4e615232cfa3e611828f0a' +
            '9580'],
    ])
        assert.strictEqual(hex(await subtle.sign(
            { name: 'KMAC128', outputLength }, odd, Buffer.from('hello'))),
            expected);
    const made = await subtle.generateKey('KMAC256', true, usages);
    const params = { name: 'KMAC256', outputLength: 512,
                     customization: Buffer.from('a') };
    const signature = await subtle.sign(params, made, Buffer.alloc(5));
    assert.ok(await subtle.verify(params, made, signature, Buffer.alloc(5)));
    assert.ok(!await subtle.verify({ ...params, customization: undefined },
                                   made, signature, Buffer.alloc(5)));
    await assert.rejects(
        subtle.importKey('raw', Buffer.alloc(4), 'KMAC128', true, usages),
        { name: 'NotSupportedError',
          message: 'Unable to import KMAC128 using raw format' });
}

testDigests().then(testRefused).then(testKmac);
