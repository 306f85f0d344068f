import { addressOf } from './mail';

export async function send(name: string): Promise<string> {
    return `to ${await addressOf(name)}`;
}
