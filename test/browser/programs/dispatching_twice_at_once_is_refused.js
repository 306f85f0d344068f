const target = new EventTarget();
const event = new Event('x');
target.addEventListener('x', () => {
    try {
        target.dispatchEvent(event);
    } catch (error) {
        console.log(error.name);
    }
});
target.dispatchEvent(event);
try { target.dispatchEvent({}); } catch (error) { console.log(error.name); }
