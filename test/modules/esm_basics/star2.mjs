export const increase = 'ambiguous';
export const other = 1;
export const own = 'hidden';
