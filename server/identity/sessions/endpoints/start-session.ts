// What every way of signing in ends with: the cookies of the session and the browser, and who is signed in.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceSecretOf, setDeviceCookie } from '../../../http/device-cookie.ts'
import { setSessionCookie } from '../../../http/session-cookie.ts'
import type { App } from '../../../platform/app.ts'
import { deviceOf } from '../devices.ts'
import type { SigningBrowser, StartedSession } from '../second-factor/pending-sign-in.ts'
import { endSession, findSessionActor } from '../session.ts'
import { sessionAnswer } from './session.wire.ts'

/** The browser that a request comes from; `browser` is the secret of its session cookie. */
export const signingBrowser = (
  request: FastifyRequest,
  config: Pick<App['config'], 'webUrl'>,
  browser: string,
): SigningBrowser => ({
  browser,
  deviceSecret: deviceSecretOf(request, config),
  device: deviceOf(request),
})

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The secret of the cookie until now: its session ends. */
  readonly before: string
}

/** Gives the browser the cookies of a started session, and answers who is signed in. */
export async function startSession(
  app: App,
  { request, reply, before }: Exchange,
  { secret, deviceSecret }: StartedSession,
) {
  await endSession(app, before)
  setSessionCookie(reply, app.config, secret)
  setDeviceCookie(reply, app.config, deviceSecret)
  return sessionAnswer(app, await findSessionActor(app, secret, deviceOf(request)), secret)
}
