// Keys of newer kinds, Argon2, contexts of signatures, encapsulation: where
// OpenSSL does not have them, the paths that refuse.
'use strict';

const crypto = require('crypto');

const { subtle } = globalThis.crypto;
const data = Buffer.from('data');
const argon = { message: 'm', nonce: Buffer.alloc(16), parallelism: 1,
                tagLength: 32, memory: 8, passes: 1, secret: 'k',
                associatedData: 'ad' };
const web = { name: 'Argon2i', nonce: Buffer.alloc(16), memory: 8,
              parallelism: 1, passes: 1 };
const ed25519 = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
-----END PRIVATE KEY-----
`;

process.removeAllListeners('warning');
process.on('warning', () => {});

function quietly(f) {
    try {
        return f();
    } catch {
        return undefined;
    }
}

function seedKey(asymmetricKeyType, size) {
    return crypto.createPrivateKey({ key: Buffer.alloc(size, 7),
                                     format: 'raw-seed', asymmetricKeyType });
}

quietly(() => crypto.argon2Sync('argon2id', argon));
quietly(() => crypto.argon2('argon2i', argon, () => {}));
for (const key of [ed25519, quietly(() => seedKey('ml-dsa-44', 32))])
    quietly(() => {
        const context = Buffer.from('context');
        const signature = crypto.sign(null, data, { key, context });
        const publicKey = crypto.createPublicKey(key);
        return crypto.verify(null, data, { key: publicKey, context },
                             signature);
    });
quietly(() => {
    const key = seedKey('ml-kem-512', 64);
    const publicKey = crypto.createPublicKey(key);
    key.export({ format: 'raw-seed' });
    crypto.createPublicKey({ key: publicKey.export({ format: 'raw-public' }),
                             format: 'raw-public',
                             asymmetricKeyType: 'ml-kem-512' });
    const { ciphertext } = crypto.encapsulate(publicKey);
    return crypto.decapsulate(key, ciphertext);
});
subtle.importKey('raw-secret', data, 'Argon2i', false, ['deriveBits'])
    .then((key) => subtle.deriveBits(web, key, 256))
    .catch(() => {});
subtle.importKey('raw-seed', Buffer.alloc(32, 7), 'ML-DSA-44', true, ['sign'])
    .then((key) => subtle.sign('ML-DSA-44', key, data))
    .catch(() => {});
