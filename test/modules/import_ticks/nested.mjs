note('outer');
await import('./one.mjs?3');
note('outer again');
