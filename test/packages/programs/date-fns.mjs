import { addMonths, format, formatDistance, parseISO, differenceInDays } from 'date-fns';
const d = parseISO('2024-01-31T12:00:00');
console.log(format(addMonths(d, 1), 'EEEE do MMMM yyyy'), differenceInDays(new Date(2024, 1, 1), new Date(2024, 0, 1)));
console.log(formatDistance(new Date(2024, 1, 1), new Date(2024, 0, 1), { addSuffix: true }));
