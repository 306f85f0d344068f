// Detected: no package.json says what this is.
import order from './order.cjs';
order('detected');
