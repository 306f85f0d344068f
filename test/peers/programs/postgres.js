// needs: su
// PostgreSQL that takes TLS only, by pg with sslmode=require and verify-full.
const { execFileSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { Client } = require('pg');
const { ca, files, freePort, keys, ready } = require('../tools.js');

const root = '/usr/lib/postgresql';
if (!fs.existsSync(root)) {
    console.log('no PostgreSQL here');
    process.exit();
}
const bin = path.join(root, fs.readdirSync(root).at(-1), 'bin');
const isRoot = process.getuid() === 0;
const shell = (text) => execFileSync(isRoot ? 'su' : 'sh', isRoot ?
    ['postgres', '-s', '/bin/sh', '-c', text] : ['-c', text],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

async function main() {
    const port = await freePort();
    const dir = shell('mktemp -d').trim();
    shell(`${bin}/initdb -D ${dir}/data -A trust -U test`);
    for (const [name, text] of [['server.crt', keys.cert],
                                ['server.key', keys.key]])
        execFileSync(isRoot ? 'su' : 'sh', isRoot ? ['postgres', '-s', '/bin/sh',
            '-c', `umask 077; cat > ${dir}/data/${name}`] :
            ['-c', `umask 077; cat > ${dir}/data/${name}`], { input: text });
    shell(`echo "hostssl all all 127.0.0.1/32 trust" > ${dir}/data/pg_hba.conf`);
    shell(`${bin}/pg_ctl -D ${dir}/data -w -l ${dir}/log -o '-p ${port} ` +
        `-k ${dir} -c listen_addresses=127.0.0.1 -c ssl=on' start`);
    try {
        await ready(port);
        for (const ssl of [{ rejectUnauthorized: false },
                           { ca, servername: 'localhost' }]) {
            const client = new Client({ host: '127.0.0.1', port, user: 'test',
                                        database: 'postgres', ssl });
            await client.connect();
            const { rows } = await client.query(
                'select ssl, version from pg_stat_ssl where pid = ' +
                'pg_backend_pid()');
            console.log(rows);
            const big = await client.query('select repeat($1, 200000) as t',
                                           ['y']);
            console.log(big.rows[0].t.length);
            await client.end();
        }
        for (const ssl of [false, {}]) {
            const client = new Client({ host: '127.0.0.1', port, user: 'test',
                                        database: 'postgres', ssl });
            await client.connect().catch((e) => console.log(e.code));
            await client.end().catch(() => {});
        }
        const url = new Client(`postgres://test@127.0.0.1:${port}/postgres` +
            '?sslmode=no-verify');
        await url.connect();
        console.log((await url.query('select 1 as one')).rows);
        await url.end();
    } finally {
        shell(`${bin}/pg_ctl -D ${dir}/data -m immediate stop; rm -rf ${dir}`);
    }
}
main().then(() => process.exit());
