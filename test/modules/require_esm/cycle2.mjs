import './cycle2.cjs';
