import { writeFile } from 'node:fs/promises';

export interface Entry {
    value: number;
}

export class Cache {
    constructor(private readonly file: string) {}

    save(entry: Entry): Promise<void> {
        return writeFile(this.file, JSON.stringify(entry));
    }
}
