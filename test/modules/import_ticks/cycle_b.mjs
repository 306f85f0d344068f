import './cycle_a.mjs';
note('b');
