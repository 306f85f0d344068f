exports.plain = 1;
