throw new RangeError('on purpose');
