// On the simulator timers far apart cost nothing, and keep their order.
// on: sim
// prints: 1 60 3600 86400
for (const seconds of [86400, 1, 3600, 60])
    setTimeout(() => console.log(seconds), seconds * 1000);
