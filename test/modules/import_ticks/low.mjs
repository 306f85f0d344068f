note('low');
