// forms: pipe file null
console.log('a');
say(process.getActiveResourcesInfo().join());
