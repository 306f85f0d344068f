require('./cycle2.mjs');
