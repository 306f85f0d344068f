import './low.mjs';
note('middle');
