// What does it cost to start, print a line and end? Measured from outside.
console.log('hello');
