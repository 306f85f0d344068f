const { Passport } = require('passport');
const passport = new Passport();
passport.use('mine', { authenticate(req) { if (req.ok) this.success({ id: 1 }); else this.fail('no'); } });
const run = (req) => passport.authenticate('mine', { session: false }, (err, user, info) => console.log(err, user, info))(req, {}, () => {});
run({ ok: true });
run({ ok: false });
