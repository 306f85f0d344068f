const jwt = require('jsonwebtoken');
const { generateKeyPairSync } = require('crypto');
const token = jwt.sign({ user: 1, iat: 1 }, 'secret');
console.log(token, jwt.verify(token, 'secret'));
try { jwt.verify(token, 'other'); } catch (e) { console.log(e.message); }
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
console.log(jwt.verify(jwt.sign({ a: 1, iat: 2 }, privateKey, { algorithm: 'RS256' }), publicKey));
