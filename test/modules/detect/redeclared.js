const module = 1, require = 2; await 0;
