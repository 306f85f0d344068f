import { nope, other as renamed } from './names.cjs';
