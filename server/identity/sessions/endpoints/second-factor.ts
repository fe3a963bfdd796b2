// Second factors: proving one to sign in, setting them up and removing them, and proving again who one is. Only for the
// web app: an integration must never change how its person signs in.
import { checkAct } from '../../../platform/acts.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { personIdOf } from '../../../http/ids.ts'
import { actorOf, type RouteModule, type Server } from '../../../http/route.ts'
import { onDelete, onGet, onPatch, onPost, onPut } from '../../../http/routes.ts'
import { checkCsrf, ensureSessionCookie, sessionCookie } from '../../../http/session-cookie.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { forbidden } from '../../../platform/errors.ts'
import { deviceOf } from '../devices.ts'
import { sessionOf } from '../my-sessions.ts'
import { startApp } from '../second-factor/authenticator-app.ts'
import { listRememberedDevices } from '../second-factor/known-devices.ts'
import {
  addFactor,
  type FactorOwner,
  forgetOwnDevice,
  type NewFactor,
  removeApp,
  removeOwnPasskey,
  renameOwnPasskey,
  renewRecoveryCodes,
} from '../second-factor/own-factors.ts'
import { listPasskeys, startPasskey, startPasskeySignIn } from '../second-factor/passkeys.ts'
import {
  completeSignIn,
  findPendingSignIn,
  finishSignIn,
  getPendingSignIn,
  signInWithPasskey,
} from '../second-factor/pending-sign-in.ts'
import { factorsOf, hasFactor } from '../second-factor/second-factor.ts'
import { verifyAgain, waysToVerify } from '../second-factor/verification.ts'
import { getSignedIn } from '../signed-in.ts'
import { findSessionActor } from '../session.ts'
import {
  answerOf,
  AppSetUp,
  attestationOf,
  ConfirmedApp,
  deviceShown,
  NewPasskey,
  OwnFactors,
  PasskeyName,
  PasskeyOptions,
  passkeyShown,
  PasskeySignIn,
  proofOf,
  RecoveryCodes,
  SecondFactor,
  Verification,
  WaysToVerify,
} from './second-factor.wire.ts'
import { Session } from './session.wire.ts'
import { signingBrowser, startSession } from './start-session.ts'

const open = { access: 'public', rate: 'visits' } as const
const proving = { access: 'public', rate: 'failures' } as const
const everyone = { access: { right: 'use' } } as const
const verified = { access: { right: 'use' }, act: 'ownFactors' } as const

export const secondFactorRoutes: RouteModule = (server, app) => {
  server.addHook('onRequest', async (_, reply) => void reply.header('cache-control', 'no-store'))
  for (const routes of [signInRoutes, setUpRoutes, verificationRoutes, ownFactorRoutes]) routes(server, app)
}

const signInRoutes = (server: Server, app: App): void => {
  onPost(server, '/session/passkey/options', {
    config: open,
    returns: PasskeyOptions,
    handler: async (request, reply) => {
      const browser = ensureSessionCookie(request, reply, app.config)
      const pending = await findPendingSignIn(app, app.db, browser)
      const actor = await findSessionActor(app, browser, deviceOf(request))
      return { options: await startPasskeySignIn(app, browser, actor?.userId ?? pending?.userId) }
    },
  })

  onPost(server, '/session/passkey', {
    config: proving,
    body: PasskeySignIn,
    returns: Session,
    handler: async (request, reply) => {
      const browser = checkCsrf(request, app.config)
      const signing = signingBrowser(request, app.config, browser)
      const secret = await signInWithPasskey(app, signing, answerOf(browser, request.body.passkey))
      return startSession(app, { request, reply, before: browser }, { ...signing, secret })
    },
  })

  onPost(server, '/session/second-factor', {
    config: proving,
    body: SecondFactor,
    returns: Session,
    handler: async (request, reply) => {
      const browser = checkCsrf(request, app.config)
      const { remember = false, ...ways } = request.body
      const signing = signingBrowser(request, app.config, browser)
      const started = await completeSignIn(app, { ...signing, remember }, proofOf(browser, ways))
      return startSession(app, { request, reply, before: browser }, started)
    },
  })
}

/** Setting up a factor, for somebody signed in and for somebody who needs one to sign in. */
const setUpRoutes = (server: Server, app: App): void => {
  const add = async (
    request: FastifyRequest,
    reply: FastifyReply,
    factorFor: (browser: string) => NewFactor,
  ) => {
    const browser = checkCsrf(request, app.config)
    const owner = await ownerOf(app, request, browser)
    const factor = factorFor(browser)
    const signing = signingBrowser(request, app.config, browser)
    const { recoveryCodes, result } = await addFactor(app, owner, factor, async (tx, now) =>
      owner.sessionId === undefined
        ? finishSignIn(app, tx, { ...signing, remember: false, factor: factor.kind }, now)
        : undefined,
    )
    if (result) await startSession(app, { request, reply, before: browser }, result)
    return { recoveryCodes: recoveryCodes && [...recoveryCodes] }
  }

  onPost(server, '/session/authenticator-app/start', {
    config: open,
    returns: AppSetUp,
    handler: async (request) => startApp(app, await ownerOf(app, request, checkCsrf(request, app.config))),
  })

  onPut(server, '/session/authenticator-app', {
    config: proving,
    body: ConfirmedApp,
    returns: RecoveryCodes,
    handler: (request, reply) => add(request, reply, () => ({ kind: 'app', ...request.body })),
  })

  onPost(server, '/session/passkeys/options', {
    config: open,
    returns: PasskeyOptions,
    handler: async (request) => {
      const browser = checkCsrf(request, app.config)
      return { options: await startPasskey(app, browser, await ownerOf(app, request, browser)) }
    },
  })

  onPost(server, '/session/passkeys', {
    config: proving,
    body: NewPasskey,
    returns: RecoveryCodes,
    handler: (request, reply) => {
      const { name, passkey } = request.body
      return add(request, reply, (browser) => ({
        kind: 'passkey',
        name,
        browser,
        response: attestationOf(passkey),
      }))
    },
  })
}

type Owner = FactorOwner & { readonly email: string; readonly name: string }

/**
 * Whose factor is set up: the person signed in, who must be verified; or one whose sign-in waits for a first factor.
 * With a factor that exists, a pending sign-in cannot add another one.
 */
async function ownerOf(app: App, request: FastifyRequest, browser: string): Promise<Owner> {
  const actor = await findSessionActor(app, browser, deviceOf(request))
  if (actor) {
    checkAct(actor, 'ownFactors', app.clock.now())
    const { email, name } = await getSignedIn(app.db, actor)
    return { userId: actor.userId, organisationId: actor.organisationId, email, name, ...sessionIn(actor) }
  }
  const pending = await getPendingSignIn(app, browser)
  if (hasFactor(pending.factors))
    throw forbidden('Sign in with the second factor that you have. You can add another one then.')
  return pending
}

const sessionIn = (actor: Actor) => {
  const sessionId = sessionOf(actor)
  return sessionId === undefined ? {} : { sessionId }
}

/** The actor of a call that only the web app may make. */
function webActorOf(request: FastifyRequest): Actor {
  const actor = actorOf(request)
  if (actor.via.kind !== 'session') throw forbidden('Only somebody signed in to the web app can do this.')
  return actor
}

const verificationRoutes = (server: Server, app: App): void => {
  onGet(server, '/session/verification', {
    config: everyone,
    returns: WaysToVerify,
    handler: (request) => waysToVerify(app, webActorOf(request)),
  })

  onPost(server, '/session/verification', {
    config: everyone,
    body: Verification,
    handler: async (request) => {
      const actor = webActorOf(request)
      const { password, ...ways } = request.body
      const proof =
        password === undefined
          ? proofOf(sessionCookie(request, app.config) ?? '', ways)
          : ({ kind: 'password', password } as const)
      await verifyAgain(app, actor, proof)
    },
  })
}

const ownFactorRoutes = (server: Server, app: App): void => {
  onGet(server, '/session/second-factor', {
    config: everyone,
    returns: OwnFactors,
    handler: async (request) => {
      const { userId } = webActorOf(request)
      const { demanded, app: hasApp, recoveryCodes, rememberDays: days } = await factorsOf(app.db, userId)
      const now = app.clock.now()
      return {
        demanded,
        app: hasApp,
        recoveryCodes,
        passkeys: (await listPasskeys(app.db, userId)).map(passkeyShown),
        devices: (await listRememberedDevices(app.db, { userId, days, now })).map(deviceShown),
      }
    },
  })

  onDelete(server, '/session/authenticator-app', {
    config: verified,
    handler: (request) => removeApp(app, webActorOf(request)),
  })

  onPatch(server, '/session/passkeys/:passkeyId', {
    config: everyone,
    body: PasskeyName,
    handler: async (request) => {
      const id = personIdOf(request.params.passkeyId)
      await renameOwnPasskey(app, webActorOf(request), { id, name: request.body.name })
    },
  })

  onDelete(server, '/session/passkeys/:passkeyId', {
    config: verified,
    handler: (request) => removeOwnPasskey(app, webActorOf(request), personIdOf(request.params.passkeyId)),
  })

  onPost(server, '/session/recovery-codes', {
    config: verified,
    returns: RecoveryCodes,
    handler: async (request) => ({
      recoveryCodes: [...(await renewRecoveryCodes(app, webActorOf(request)))],
    }),
  })

  onDelete(server, '/session/devices/:deviceId', {
    config: everyone,
    handler: (request) => forgetOwnDevice(app, webActorOf(request), personIdOf(request.params.deviceId)),
  })
}
