// refresh() keeps the ref state.
// prints: false end
// also: node18
const timer = setTimeout(() => console.log('never'), 60000).unref();
timer.refresh();
console.log(timer.hasRef());
setTimeout(() => console.log('end'), 1);
