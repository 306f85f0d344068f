throw new Error('the hook has another source');
