exports.r = 1; return;
