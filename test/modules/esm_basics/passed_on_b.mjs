import { count as same } from './live.mjs';
export { same as count };
