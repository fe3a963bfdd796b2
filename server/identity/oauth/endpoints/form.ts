// Shared by the token, revocation and introspection endpoints: form bodies, client credentials, and errors in RFC 6749
// format.
import type { FastifyError, FastifyRequest } from 'fastify'
import { sendProblem } from '../../../http/responses/problem.ts'
import type { Server } from '../../../http/route.ts'
import { AppError, clipped } from '../../../platform/errors.ts'
import type { ClientCredentials } from '../client-authentication.ts'
import { missingFromBody, OAuthRefusal } from '../refusal.ts'

/** The parameters of a form; empty values count as absent (RFC 6749 section 3.2). */
export type Form = ReadonlyMap<string, string>

const largestForm = 64 * 1024
const mostParameters = 100

/** Makes the routes of this scope accept forms, report errors in OAuth format, and forbid caching. */
export function useOAuthErrors(server: Server): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'string', bodyLimit: largestForm }, (_request, body, done) =>
    done(null, body),
  )
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
    done()
  })
  server.setErrorHandler((thrown, request, reply) => {
    const error = (thrown as FastifyError).statusCode === 415 ? notAForm() : thrown
    if (!(error instanceof AppError) || !(error instanceof OAuthRefusal || error.status === 429)) {
      return sendProblem(error, request, reply)
    }
    const code = error instanceof OAuthRefusal ? error.error : 'temporarily_unavailable'
    // credentials sent with Basic are rejected with its challenge (section 5.2)
    const triedBasic = code === 'invalid_client' && isBasic(request.headers.authorization)
    return reply
      .code(error.status)
      .headers({ ...error.headers, ...(triedBasic ? basicChallenge : {}) })
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send({ error: code, error_description: clipped(error.message, 1_000) })
  })
}

/** Parses the form of a request. Rejects other content types, parameters in the URL, and duplicate parameters. */
function readForm(request: FastifyRequest): Form {
  refuseAddress(request)
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  const body = typeof request.body === 'string' ? request.body : ''
  if (body !== '' && type !== 'application/x-www-form-urlencoded') {
    throw notAForm()
  }
  const form = new Map<string, string>()
  if (body.split('&', mostParameters + 1).length > mostParameters) {
    throw new OAuthRefusal('invalid_request', `Send ${mostParameters} parameters at most`)
  }
  for (const [name, value] of new URLSearchParams(body)) {
    if (form.has(name))
      throw new OAuthRefusal('invalid_request', `Parameter given more than once: ${clipped(name, 100)}`)
    form.set(name, value)
  }
  return new Map([...form].filter(([, value]) => value !== ''))
}

const notAForm = () =>
  new OAuthRefusal('invalid_request', 'Send the parameters in the body as application/x-www-form-urlencoded')

const secretParameters = ['client_secret', 'code', 'refresh_token', 'code_verifier', 'token', 'grant_type']

function refuseAddress(request: FastifyRequest): void {
  if (!request.url.includes('?')) return
  const query = new URLSearchParams(request.url.split('?').slice(1).join('?'))
  const found = secretParameters.find((name) => query.has(name))
  if (found === undefined) return
  throw new OAuthRefusal(
    'invalid_request',
    `Send ${found} in the body, never in the address: addresses end up in logs`,
  )
}

const isBasic = (header: string | undefined): header is string =>
  header !== undefined && header.slice(0, 6).toLowerCase() === 'basic '

const basicChallenge = { 'www-authenticate': 'Basic realm="Chancery", charset="UTF-8"' }

/**
 * The credentials of the client, from the body or with Basic; both together are rejected, and missing ones are reported
 * by name.
 */
export function readCredentials(request: FastifyRequest, form: Form): ClientCredentials {
  const basic = readBasic(request.headers.authorization)
  const clientId = form.get('client_id')
  const secret = form.get('client_secret')
  if (!basic) {
    if (clientId === undefined) throw missingFromBody('client_id')
    return { clientId, secret, ip: request.ip }
  }
  if (secret !== undefined) {
    throw new OAuthRefusal('invalid_request', 'Send the client secret once: in the body or with Basic')
  }
  if (clientId !== undefined && clientId !== basic.clientId) {
    throw new OAuthRefusal('invalid_request', 'The client_id of the body and the one of Basic differ')
  }
  return { ...basic, ip: request.ip }
}

/**
 * The parameters, for a call that counts as an attempt. It begins with the secret of its client, or else with its
 * refresh token, and with its code: who was right with it lately, or brings a code that was given out, is not refused
 * because of others at the same address.
 */
export function beginAttempt(request: FastifyRequest): Form {
  let credential: string | undefined
  let code: string | undefined
  try {
    const form = readForm(request)
    credential = credentialIn(request, form)
    code = form.get('code')
    return form
  } finally {
    request.attempt?.begin(credential, code)
  }
}

/** What the client proves itself with, if it sends anything; what is wrong with it is reported in its order. */
function credentialIn(request: FastifyRequest, form: Form): string | undefined {
  try {
    const { clientId, secret } = readCredentials(request, form)
    return secret === undefined ? form.get('refresh_token') : `${clientId}:${secret}`
  } catch {
    return undefined
  }
}

function readBasic(header: string | undefined): { clientId: string; secret: string | undefined } | undefined {
  if (!isBasic(header)) return undefined
  const text = Buffer.from(header.slice(6).trim(), 'base64').toString('utf8')
  const colon = text.indexOf(':')
  const clientId = colon < 0 ? undefined : decodeFormValue(text.slice(0, colon))
  const secret = decodeFormValue(text.slice(colon + 1))
  if (!clientId || secret === undefined) {
    throw new OAuthRefusal('invalid_client', 'The Authorization header is not valid for Basic')
  }
  return { clientId, secret: secret === '' ? undefined : secret }
}

/** Credentials are form-encoded before base64 (RFC 6749 section 2.3.1). */
function decodeFormValue(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
