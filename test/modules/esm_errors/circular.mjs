export { x } from './circular.mjs'; 
