module.exports = "no bom";
