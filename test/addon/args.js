'use strict';
// The addon tells by itself what it was answered.

require(process.argv[2]);
