import data from './parts/data.json' with { type: 'json' };
import { name } from './parts/cycle_a.mjs';
console.log(data.list.join(), name());
