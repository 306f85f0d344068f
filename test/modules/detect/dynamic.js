import('path'); exports.kind = typeof module;
