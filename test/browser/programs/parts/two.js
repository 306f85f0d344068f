var other = `${imported} and two`;
