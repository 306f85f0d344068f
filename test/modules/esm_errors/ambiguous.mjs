import { x } from './stars.mjs';
