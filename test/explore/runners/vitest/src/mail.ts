import { readFile } from 'node:fs/promises';

export async function addressOf(name: string): Promise<string> {
    return readFile(name, 'utf8');
}

export function later(fn: () => void): void {
    setTimeout(fn, 1000);
}
