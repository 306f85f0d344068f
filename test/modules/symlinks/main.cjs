const tell = require('../tell.cjs')(__dirname);
tell('file', require('./link.cjs').filename, require('./link.cjs') === require('./real/file.cjs'));
tell('folder', require('linked').filename);
tell('its own dependency', require('linked').dependency);
tell('resolve', require.resolve('linked'));
(async () => {
    tell('import', (await import('./link.cjs')).default.filename, (await import('linked')).default.filename);
    tell('url', import('./link.mjs') === import('./real/file.mjs'), (await import('./link.mjs')).url);
})();
