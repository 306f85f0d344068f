const nodemailer = require('nodemailer');
const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });
transport.sendMail({ from: 'a@b.c', to: 'd@e.f', subject: 'Hällo', text: 'Text', messageId: '<x@y>', date: new Date(0) }, (err, info) => console.log(err, info.message.toString()));
