note('common');
