require('./order.cjs')('main');
