exports.y = 1;
