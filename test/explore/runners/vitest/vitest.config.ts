import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

console.log('a configuration may print');
export default defineConfig({
    resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
    test: {
        setupFiles: ['./test/setup.ts'],
        globalSetup: ['./test/global.ts'],
        env: { FROM_CONFIGURATION: 'yes' },
    },
});
