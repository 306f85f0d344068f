process.env.TZ = 'UTC';
const moment = require('moment');
const dayjs = require('dayjs');
dayjs.extend(require('dayjs/plugin/utc'));
console.log(moment.utc('2024-03-31T01:30:00Z').add(1, 'month').format('dddd, MMMM Do YYYY, h:mm:ss a'));
console.log(moment.duration(90, 'minutes').humanize(), dayjs.utc('2024-02-29').add(1, 'year').format('YYYY-MM-DD'));
