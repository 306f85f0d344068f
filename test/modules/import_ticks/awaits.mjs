note('before');
await 0;
note('after');
