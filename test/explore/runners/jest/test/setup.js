global.isSetUp = true;
