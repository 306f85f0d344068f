import { nope } from './throws.mjs';
