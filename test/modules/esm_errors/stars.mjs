export * from './star1.mjs'; export * from './star2.mjs';
