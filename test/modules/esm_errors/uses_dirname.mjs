__dirname;
