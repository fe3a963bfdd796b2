// Shapes of signing in, between the web app and the server.
import Type, { type Static } from 'typebox'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { csrfTokenOf } from '../../../http/session-cookie.ts'
import { findPendingSignIn, type PendingSignIn } from '../second-factor/pending-sign-in.ts'
import { hasFactor } from '../second-factor/second-factor.ts'
import { getSignedIn } from '../signed-in.ts'

const closed = { additionalProperties: false }
const Email = Type.String({ minLength: 3, maxLength: 320 })

export const Credentials = Type.Object({ email: Email, password: Type.String({ maxLength: 1_000 }) }, closed)
export const EmailOnly = Type.Object({ email: Email }, closed)
export const NewPassword = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: 200 }),
    password: Type.String({ maxLength: 1_000 }),
    endIntegrations: Type.Optional(Type.Boolean()),
  },
  closed,
)

const SessionUser = Type.Object({
  id: Type.String({ format: 'uuid' }),
  email: Type.String(),
  name: Type.String(),
  organisationId: Type.Integer(),
  organisationName: Type.String(),
  role: Type.String(),
  can: Type.Object({ manageIntegrations: Type.Boolean(), administer: Type.Boolean() }),
})

const Pending = Type.Object({
  email: Type.String(),
  setUp: Type.Boolean({ description: 'Whether the person has no second factor yet and has to set one up.' }),
  app: Type.Boolean(),
  passkey: Type.Boolean(),
  recoveryCode: Type.Boolean(),
  rememberDays: Type.Integer({
    description: 'For how many days this browser may be remembered; 0 for never.',
  }),
})

export const Session = Type.Object({
  user: Type.Union([SessionUser, Type.Null()]),
  pending: Type.Union([Pending, Type.Null()], {
    description: 'A sign-in in this browser of which the second factor is still missing.',
  }),
  csrfToken: Type.String({
    description: 'To be sent as x-csrf-token with every call that changes something.',
  }),
  environment: Type.Union([Type.Literal('sandbox'), Type.Literal('production')]),
  offline: Type.Boolean({
    description: 'Whether this is a rehearsal on a copy of the data: nothing is sent to anyone.',
  }),
})

export const SignInMethod = Type.Union([
  Type.Object({ method: Type.Literal('password') }),
  Type.Object({ method: Type.Literal('sso'), providerName: Type.String(), startUrl: Type.String() }),
])

/** The signed-in user, with the CSRF token for the cookie. */
export async function sessionAnswer(
  app: App,
  actor: Actor | undefined,
  secret: string,
): Promise<Static<typeof Session>> {
  return {
    user: actor ? await getSignedIn(app.db, actor) : null,
    pending: actor ? null : pendingAnswer(await findPendingSignIn(app, app.db, secret)),
    csrfToken: csrfTokenOf(secret),
    environment: app.config.environment,
    offline: app.config.offline,
  }
}

function pendingAnswer(pending: PendingSignIn | undefined): Static<typeof Pending> | null {
  if (!pending) return null
  const { email, factors } = pending
  return {
    email,
    setUp: !hasFactor(factors),
    app: factors.app,
    passkey: factors.passkeys > 0,
    recoveryCode: factors.recoveryCodes > 0,
    rememberDays: factors.rememberDays,
  }
}
