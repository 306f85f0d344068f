throw new Error('thrown by a script');
