import { count } from './live.mjs';
export { count };
