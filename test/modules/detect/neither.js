export const = ; let let;
