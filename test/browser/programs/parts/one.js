const imported = 'one';
