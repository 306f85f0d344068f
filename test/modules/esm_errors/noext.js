export const noext = 1
