note('one');
