'use strict';
/* Fires only if something else keeps the program alive. */
setTimeout(() => {
    console.log('still there');
    process.exit();
}, process.env.STILL_MS ?? 1000).unref();
