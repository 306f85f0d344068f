export function tell() {
    console.log('it runs');
}
