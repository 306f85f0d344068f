export * from './live.mjs';
export * from './star2.mjs';
export * as ns from './live.mjs';
export const own = 'own';
