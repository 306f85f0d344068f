module.exports = 'required';
