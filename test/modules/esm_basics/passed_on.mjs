// One name by two ways that end at the same variable is not ambiguous.
export * from './passed_on_a.mjs';
export * from './passed_on_b.mjs';
