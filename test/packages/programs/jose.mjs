import * as jose from 'jose';
const secret = new TextEncoder().encode('0123456789abcdef0123456789abcdef');
const token = await new jose.SignJWT({ a: 1 }).setProtectedHeader({ alg: 'HS256' }).setIssuedAt(1).sign(secret);
console.log(token, (await jose.jwtVerify(token, secret)).payload);
const { publicKey, privateKey } = await jose.generateKeyPair('ES256');
const other = await new jose.SignJWT({ b: 2 }).setProtectedHeader({ alg: 'ES256' }).sign(privateKey);
console.log((await jose.jwtVerify(other, publicKey)).payload);
