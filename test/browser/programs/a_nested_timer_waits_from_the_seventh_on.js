const gaps = [];
let last = performance.now();
let n = 0;
function next() {
    const now = performance.now();
    gaps.push(now - last);
    last = now;
    if (++n < 12)
        setTimeout(next, 0);
    else
        console.log('the later ones are clamped', String(gaps.slice(6).every((ms) => ms >= 3.9)));
}
setTimeout(next, 0);
