export const { url, main } = import.meta;
