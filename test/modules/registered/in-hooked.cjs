throw new Error('a hook leads elsewhere');
