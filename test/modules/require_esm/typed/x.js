export const typed = 1;
