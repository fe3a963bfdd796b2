// The authorization request of a client: parsed from the raw query, checked, and stored until the user has decided.
// Problems with client_id or redirect_uri are shown to the user and never redirected; all others are reported to the
// client.
import { randomBytes } from 'node:crypto'
import type { App } from '../../../platform/app.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import { badInput, clipped, sentence } from '../../../platform/errors.ts'
import {
  checkRowLimit,
  networkHash,
  type UnauthenticatedTable,
} from '../../../platform/unauthenticated-rows.ts'
import { type Client, findClient } from '../client.ts'
import { answerAddress, mayRedirectTo } from '../redirect-uri.ts'
import { clientNotValidText } from '../refusal.ts'
import { isChallenge } from './pkce.ts'
import { readQuery, type RawQuery } from './raw-query.ts'

const requestMinutes = 60
const longestState = 2_048

const requests: UnauthenticatedTable = {
  table: 'authorization_requests',
  key: 'id',
  mostOfNetwork: 200,
  mostInAll: 20_000,
}

/** A request that can be shown to a user: the client is active, and its redirect address is allowed. */
export interface CheckedRequest {
  readonly client: Client
  readonly redirectUri: string
  readonly stateAsSent: string | null
  readonly query: RawQuery
}

/** The first checks, with the messages of the specification; throws bad_request, to be shown to the user. */
export async function checkRequest(app: App, rawQuery: string): Promise<CheckedRequest> {
  const query = readQuery(rawQuery)
  const redirectUri = requiredOnce(query, 'redirect_uri')
  const clientId = requiredOnce(query, 'client_id')
  const client = await findClient(app.db, clientId)
  if (client?.status !== 'Active') throw badInput('client_id', sentence(clientNotValidText(clientId)))
  if (!mayRedirectTo(app.config, client, redirectUri)) throw notListed()
  return { client, redirectUri, stateAsSent: query.get('state')?.[0]?.raw ?? null, query }
}

function requiredOnce(query: RawQuery, name: string): string {
  const given = (query.get(name) ?? []).map(({ value }) => value)
  const [value, ...others] = given
  if (others.length > 0)
    throw badInput(name, sentence(`Parameter given more than once in request url: ${name}`))
  if (!value) throw badInput(name, sentence(`Required parameter missing from request url: ${name}`))
  return value
}

/** The error for a redirect address that is not allowed. */
export const notListed = () =>
  badInput('redirect_uri', sentence('Supplied parameter does not match a whitelisted value: redirect_uri'))

/** What is wrong with the rest of a request, for the client; undefined if nothing is. */
function mistakeOf(query: RawQuery): { error: string; description: string } | undefined {
  const invalid = (description: string) => ({ error: 'invalid_request', description })
  const repeated = [...query].find(([, values]) => values.length > 1)
  if (repeated) return invalid(`Parameter given more than once: ${clipped(repeated[0], 100)}`)
  const value = (name: string) => query.get(name)?.[0]?.value || undefined
  if (value('request') !== undefined) {
    return { error: 'request_not_supported', description: 'Parameter is not supported: request' }
  }
  if (value('request_uri') !== undefined) {
    return { error: 'request_uri_not_supported', description: 'Parameter is not supported: request_uri' }
  }
  const responseType = value('response_type')
  if (responseType === undefined) return invalid('Required parameter missing: response_type')
  if (responseType !== 'code') {
    return { error: 'unsupported_response_type', description: 'Only response_type=code is supported' }
  }
  if ((value('response_mode') ?? 'query') !== 'query') return invalid('Only response_mode=query is supported')
  const state = query.get('state')?.[0]?.raw ?? ''
  if (Buffer.byteLength(state) > longestState) {
    return invalid(`Parameter is too long: state may have ${longestState} bytes, as it stands in the address`)
  }
  return pkceMistake(value('code_challenge'), value('code_challenge_method'), invalid)
}

function pkceMistake<Mistake>(
  challenge: string | undefined,
  method: string | undefined,
  invalid: (description: string) => Mistake,
): Mistake | undefined {
  if (challenge === undefined) {
    return method === undefined ? undefined : invalid('code_challenge_method without code_challenge')
  }
  if (method !== 'S256') return invalid('Only code_challenge_method=S256 is supported')
  return isChallenge(challenge) ? undefined : invalid('code_challenge must be a SHA-256 in base64url')
}

/** A stored request, or the redirect address that reports an error to the client. */
export type StartedRequest = { readonly id: string } | { readonly redirectTo: string }

/**
 * Checks a request and stores it. Throws bad_request for problems that only the user may see, and too_many_requests if
 * too many from the same network are waiting for a decision.
 */
export async function startRequest(
  app: App,
  { rawQuery, ip }: { readonly rawQuery: string; readonly ip: string },
): Promise<StartedRequest> {
  const { client, redirectUri, stateAsSent, query } = await checkRequest(app, rawQuery)
  const mistake = mistakeOf(query)
  if (mistake) {
    const parameters = {
      error: mistake.error,
      error_description: mistake.description,
      iss: app.config.publicUrl,
    }
    return { redirectTo: answerAddress({ redirectUri, stateAsSent, parameters }) }
  }
  const id = randomBytes(24).toString('base64url')
  const network = networkHash(ip)
  return internalTransaction(app, async (tx, now) => {
    await checkRowLimit(tx, requests, network, now)
    await tx
      .insertInto('authorization_requests')
      .values({
        id,
        client_id: client.id,
        redirect_uri: redirectUri,
        state_as_sent: stateAsSent,
        code_challenge: query.get('code_challenge')?.[0]?.value || null,
        network,
        created_at: now,
        expires_at: new Date(now.getTime() + requestMinutes * 60_000),
      })
      .execute()
    return { id }
  })
}
