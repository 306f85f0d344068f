// Too deep a recursion is a RangeError.
// prints: RangeError again RangeError
// also: node18 node10
const dive = () => dive() + 1;
for (const word of ['', 'again ']) {
    try {
        dive();
    } catch (error) {
        console.log(word + error.name);
    }
}
