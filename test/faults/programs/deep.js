// Deep recursion ends in a RangeError, wherever memory ends before it.
function down(n) { return down(n + 1) + 1; }
try {
    down(0);
} catch (e) {
    if (!(e instanceof RangeError))
        throw e;
    console.log(e.name);
}
