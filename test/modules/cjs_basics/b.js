const a = require('./a');
exports.order = [`b sees ${a.order.length}`, `parent ${module.parent.id === require.resolve('./a')}`];
