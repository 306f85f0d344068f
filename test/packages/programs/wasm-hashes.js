// Hashes in WebAssembly: hash-wasm, xxhash-wasm, argon2-browser, libsodium.
const hash = require('hash-wasm');
globalThis.fetch = undefined; // emscripten of that time takes it for a browser's
const argon2 = require('argon2-browser');
const sodium = require('libsodium-wrappers');
(async () => {
    const text = 'The quick brown fox '.repeat(500);
    for (const name of ['md5', 'sha1', 'sha256', 'sha512', 'sha3', 'blake2b', 'blake2s', 'blake3', 'crc32', 'adler32', 'ripemd160', 'sm3', 'whirlpool', 'xxhash32', 'xxhash64', 'xxhash3', 'xxhash128'])
        console.log(name, await hash[name](text));
    const salt = new Uint8Array(16).fill(7);
    console.log(await hash.argon2id({ password: 'pass', salt, parallelism: 1, iterations: 2, memorySize: 512, hashLength: 32, outputType: 'encoded' }));
    console.log(await hash.bcrypt({ password: 'pass', salt, costFactor: 6, outputType: 'encoded' }));
    console.log(await hash.scrypt({ password: 'pass', salt, costFactor: 256, blockSize: 8, parallelism: 1, hashLength: 32 }));
    const { default: xxhash } = await import('xxhash-wasm');
    const { h32ToString, h64ToString, create64 } = await xxhash();
    console.log(h32ToString(text), h64ToString(text), create64(3n).update(text).digest());
    const { encoded } = await argon2.hash({ pass: 'p', salt: 'somesalt', time: 2, mem: 256, hashLen: 24, type: argon2.ArgonType.Argon2id });
    console.log(encoded);
    await argon2.verify({ pass: 'p', encoded }).then(() => console.log('verified'));
    await sodium.ready;
    const key = new Uint8Array(32).fill(1);
    const nonce = new Uint8Array(24).fill(2);
    const box = sodium.crypto_secretbox_easy('message', nonce, key);
    console.log(sodium.to_hex(box), sodium.to_string(sodium.crypto_secretbox_open_easy(box, nonce, key)));
    console.log(sodium.to_hex(sodium.crypto_generichash(32, text)));
})();
