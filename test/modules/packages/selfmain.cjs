module.exports = "self main"
