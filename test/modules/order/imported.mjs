import order from './order.cjs'; order('imported');
