import nope from './named.mjs';
