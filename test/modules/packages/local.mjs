export default "local mjs"
