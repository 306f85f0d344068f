export default function setup(): void {
    process.env.FROM_GLOBAL_SETUP = 'yes';
}
