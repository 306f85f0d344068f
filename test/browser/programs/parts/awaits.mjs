console.log('the imported module begins');
export const late = await new Promise((resolve) => setTimeout(resolve, 10, 'late'));
console.log('the imported module ends');
