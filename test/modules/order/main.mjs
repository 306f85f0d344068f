import order from './order.cjs';
import './imported.mjs';
order('main');
await null;
order('after await');
