const { DateTime, Duration } = require('luxon');
const d = DateTime.fromISO('2024-03-31T01:30:00', { zone: 'utc' });
console.log(d.plus({ months: 1 }).toISO(), d.toFormat('yyyy LLL dd HH:mm'), Duration.fromObject({ hours: 30 }).shiftTo('days', 'hours').toObject());
