export const detected = 1;
