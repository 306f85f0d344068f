import './cycle_b.mjs';
note('a');
