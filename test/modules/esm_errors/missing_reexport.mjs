export { nope } from './named.mjs';
