const tell = require('../tell.cjs')(__dirname);
tell.try('missing file', () => require('./nope'));
tell.try('missing package', () => require('nope'));
tell.try('missing in package', () => require('pkg/nope'));
tell.try('missing deeper', () => require('./deeper'));
tell.try('bad scheme', () => require('node:nope'));
tell.try('empty', () => require(''));
tell.try('number', () => require(5));
tell.try('bad main', () => require('badmain'));
tell.try('index instead of main', () => require('indexed').ok);
tell.try('resolve', () => require.resolve('nope', { paths: ['/'] }));
tell.try('resolve paths', () => require.resolve('pkg', { paths: [__dirname] }));
tell.try('bad paths', () => require.resolve('pkg', { paths: 'x' }));
try { require('./throws'); } catch (error) { tell.error('throws', error); }
tell('not cached', require.resolve('./throws') in require.cache, module.children.length);
try { require('./nope'); } catch (error) { tell('stack', error.requireStack); }
try { require('./deeper'); } catch (error) { tell('stack', error.requireStack); }
tell.try('folder without index', () => require('./deeper2'));
tell.try('json', () => { try { require('./bad.json'); } catch (e) { return e.name + ' ' + e.message.startsWith(__dirname + '/bad.json: '); } });
tell.try('broken package', () => { try { require('broken'); } catch (e) { return e.code; } });
