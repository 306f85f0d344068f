exports.q = 1;
