exports.finished = false;
