module.exports = "self sub"
