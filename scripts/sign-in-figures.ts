// `npm run sign-in-figures -- [<sign-ins>]`: what a sign-in takes of the server process, side by side in one run: with
// a password, at an identity provider by OpenID Connect, and by SAML with a signed and with an encrypted assertion; 50
// of each without a number. The providers run in a process of their own, and the database has its own. Asserts nothing
// of that.
import { runTests } from './named-tests.ts'

const [, , signIns = '50'] = process.argv
runTests(['server/identity/sessions/sign-in-figures.test.ts'], { CHANCERY_TEST_SIGN_INS: signIns })
