// node-forge, tweetnacl, crypto-js, openpgp.
import forge from 'node-forge';
import nacl from 'tweetnacl';
import * as openpgp from 'openpgp';
import CryptoJS from 'crypto-js';
const md = forge.md.sha256.create();
md.update('abc');
console.log(md.digest().toHex());
const kp = forge.pki.rsa.generateKeyPair({ bits: 1024 });
const sig = kp.privateKey.sign(md);
console.log(kp.publicKey.verify(md.digest().bytes(), sig));
const cert = forge.pki.createCertificate();
cert.publicKey = kp.publicKey;
cert.serialNumber = '01';
cert.validity.notBefore = new Date(0);
cert.validity.notAfter = new Date(1e12);
cert.setSubject([{ name: 'commonName', value: 'x' }]);
cert.setIssuer([{ name: 'commonName', value: 'x' }]);
cert.sign(kp.privateKey, forge.md.sha256.create());
console.log(
    forge.pki.certificateFromPem(forge.pki.certificateToPem(cert)).subject.getField('CN').value,
);
const ci = forge.cipher.createCipher('AES-GCM', 'k'.repeat(16));
ci.start({ iv: 'i'.repeat(12) });
ci.update(forge.util.createBuffer('hello'));
ci.finish();
console.log(ci.output.toHex(), ci.mode.tag.toHex());
const k = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(1));
console.log(Buffer.from(nacl.sign.detached(Buffer.from('m'), k.secretKey)).toString('hex'));
const b = nacl.box.keyPair();
const n = nacl.randomBytes(24);
console.log(
    Buffer.from(
        nacl.box.open(
            nacl.box(Buffer.from('hi'), n, b.publicKey, b.secretKey),
            n,
            b.publicKey,
            b.secretKey,
        ),
    ).toString(),
);
console.log(
    CryptoJS.SHA512('a').toString().slice(0, 20),
    CryptoJS.AES.decrypt(CryptoJS.AES.encrypt('msg', 'pw').toString(), 'pw').toString(
        CryptoJS.enc.Utf8,
    ),
    CryptoJS.HmacMD5('a', 'b').toString(),
    CryptoJS.PBKDF2('p', 's', { keySize: 4, iterations: 10 }).toString(),
);
const { privateKey, publicKey } = await openpgp.generateKey({
    type: 'ecc',
    userIDs: [{ name: 'J', email: 'j@x.y' }],
    format: 'object',
});
const enc = await openpgp.encrypt({
    message: await openpgp.createMessage({ text: 'secret' }),
    encryptionKeys: publicKey,
    signingKeys: privateKey,
});
console.log(enc.split('\n')[0].trim());
const { data, signatures } = await openpgp.decrypt({
    message: await openpgp.readMessage({ armoredMessage: enc }),
    decryptionKeys: privateKey,
    verificationKeys: publicKey,
});
console.log(data, await signatures[0].verified);
const m = await openpgp.encrypt({
    message: await openpgp.createMessage({ text: 'pw' }),
    passwords: ['p'],
});
console.log(
    (
        await openpgp.decrypt({
            message: await openpgp.readMessage({ armoredMessage: m }),
            passwords: ['p'],
        })
    ).data,
);
