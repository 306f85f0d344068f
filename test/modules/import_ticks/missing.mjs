import { nope } from './one.mjs';
