'use strict';
// Clocks, chance, facts about the host, the environment, signals.
const os = require('os');
const crypto = require('crypto');

console.log(process.pid, process.ppid, Date.now(), process.hrtime(), Math.random());
console.log(os.cpus(), os.freemem(), os.loadavg(), os.uptime(), os.networkInterfaces());
console.log(os.userInfo(), os.hostname(), os.release(), os.version(), os.homedir());
console.log(process.memoryUsage().rss, process.cpuUsage(), process.resourceUsage());
console.log(process.cwd(), process.umask(), process.getuid?.(), process.getgroups?.());
console.log(process.execPath, process.argv, process.title, process.env);
console.log(new Date().toString(), new Intl.DateTimeFormat().resolvedOptions().timeZone);
process.env.TZ = 'Asia/Tokyo';
console.log(new Date().toString(), os.getPriority(), process.availableMemory() > 0);
console.log(process.memoryUsage(), require('v8').getHeapStatistics(), process.execArgv);
console.log(crypto.randomUUID(), crypto.randomBytes(9), crypto.randomInt(1e9));
console.log(performance.eventLoopUtilization(), performance.timeOrigin);
crypto.generateKeyPair('ed25519', (error, publicKey, privateKey) => {
    const text = Buffer.from('text');
    const signature = crypto.sign(null, text, privateKey);
    console.log(signature.toString('hex'), crypto.verify(null, text, publicKey, signature));
    require('zlib').gzip(Buffer.alloc(1 << 20, 'z'), (failed, bytes) => {
        console.log(bytes.length, bytes.subarray(0, 20));
        require('dns').lookup('localhost', { all: true }, (none, addresses) => {
            console.log(addresses);
            process.kill(process.pid, 'SIGUSR2');
        });
    });
});
crypto.pbkdf2('a', 'b', 1000, 16, 'sha1', (error, bytes) => console.log(bytes));
crypto.generateKey('hmac', { length: 64 }, (error, key) => console.log(key.export()));
const alive = setInterval(() => {}, 1000);
process.on('SIGUSR2', (name) => {
    console.log(name);
    clearInterval(alive);
    console.log('end');
});
