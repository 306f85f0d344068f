module.exports = "local cjs"
