import './low.mjs';
import './middle.mjs';
note('graph');
