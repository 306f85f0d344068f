module.exports = 'other';
