// Grants: creation, token rotation and end. Lifetimes are those in the specification's table.
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent, type SystemActor } from '../../platform/events/change.ts'
import type { Actor } from '../../platform/actor.ts'
import { hashOfSecret, newSecret } from '../../platform/secrets/crypto.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { coalesceWork } from '../../platform/postgres/coalesced-work.ts'
import { mintAccessToken } from './access-token.ts'
import { storeSuccessors, type Successor } from './refresh-token/store-successors.ts'

const day = 24 * 60 * 60_000

/** Lifetime of a refresh token: determined by the code exchange, restarted by each rotation. */
const refreshLifetime = ({ withSecret }: { readonly withSecret: boolean }): number =>
  withSecret ? 30 * day : day

/** The user and the client that tokens are issued for. */
export interface Holder {
  readonly userId: string
  readonly userName: string
  readonly email: string
  readonly organisationId: number
  readonly clientId: number
  readonly clientPublicId: string
}

/** A pair of tokens with its metadata. */
export interface TokenPair {
  readonly grantId: number
  readonly accessToken: string
  readonly expiresAt: Date
  readonly expiresIn: number
  readonly refreshToken: string
  readonly refreshExpiresAt: Date
  readonly userId: string
  readonly email: string
}

/**
 * Creates a grant with its first pair. The authorization for it (a code, a command) must be consumed in the same `tx`.
 */
export async function beginGrant(
  app: App,
  tx: Tx,
  {
    withSecret,
    unproven = false,
    ...holder
  }: Holder & { readonly withSecret: boolean; readonly unproven?: boolean },
): Promise<TokenPair> {
  const now = app.clock.now()
  const refreshExpiresAt = new Date(now.getTime() + refreshLifetime({ withSecret }))
  const { id } = await tx
    .insertInto('oauth_grants')
    .values({
      user_id: holder.userId,
      client_id: holder.clientId,
      with_secret: withSecret,
      unproven,
      created_at: now,
      rotated_at: now,
      refresh_expires_at: refreshExpiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const pair = await newPair(app, { holder, grantId: id, refreshExpiresAt }, now)
  await tx
    .insertInto('refresh_tokens')
    .values({
      hash: hashOfSecret(pair.refreshToken),
      grant_id: id,
      generation: 1,
      issued_at: now,
      expires_at: refreshExpiresAt,
    })
    .execute()
  return pair
}

/** A live refresh token about to be rotated. */
export interface Rotation {
  readonly holder: Holder
  readonly grantId: number
  readonly generation: number
  readonly withSecret: boolean
}

/** Consumes the refresh token of a generation and issues the next pair; undefined if another request was first. */
export type RotateGrant = (rotation: Rotation) => Promise<TokenPair | undefined>

/** Rotates the grants of one process. Those that come while others are being stored share a transaction. */
export function createGrantRotation(app: App): RotateGrant {
  const store = coalesceWork<Successor, boolean>((successors) => storeSuccessors(app, successors))
  return async (rotation) => {
    const now = app.clock.now()
    const { grantId, generation } = rotation
    const refreshExpiresAt = new Date(now.getTime() + refreshLifetime(rotation))
    const pair = await newPair(app, { ...rotation, refreshExpiresAt }, now)
    const hash = hashOfSecret(pair.refreshToken)
    const stored = await store({ grantId, generation, next: generation + 1, now, refreshExpiresAt, hash })
    return stored ? pair : undefined
  }
}

interface NewPair extends Pick<Rotation, 'holder' | 'grantId'> {
  readonly refreshExpiresAt: Date
}

async function newPair(
  app: App,
  { holder, grantId, refreshExpiresAt }: NewPair,
  now: Date,
): Promise<TokenPair> {
  const { token, expiresAt } = await mintAccessToken(
    app,
    {
      userId: holder.userId,
      name: holder.userName,
      organisationId: holder.organisationId,
      clientPublicId: holder.clientPublicId,
      grantId,
    },
    now,
  )
  return {
    grantId,
    accessToken: token,
    expiresAt,
    expiresIn: app.config.accessTokenSeconds,
    refreshToken: newSecret(),
    refreshExpiresAt,
    userId: holder.userId,
    email: holder.email,
  }
}

/** Why a grant ended, for the history. */
export type GrantEnd =
  | 'revoked by its client'
  | 'a refresh token was used twice'
  | 'its code was used twice'
  | 'its person was disabled'
  | 'its person signed out everywhere'
  | 'an administrator ended the access of its person'
  | 'its person set a new password'

/** The event of a grant that ended. */
const grantEnded = (
  { id, userId, clientId }: { readonly id: number; readonly userId: string; readonly clientId: number },
  organisationId: number,
  because: GrantEnd,
): DomainEvent => ({
  name: 'grant.ended',
  organisationId,
  resource: { kind: 'grant', id },
  subject: null,
  facts: { userId, clientId, because },
})

/** Ends every grant of a user within an enclosing change, with all their tokens; returns the events. */
export async function endGrantsOf(
  tx: Tx,
  { userId, organisationId }: Pick<Holder, 'userId' | 'organisationId'>,
  because: GrantEnd,
  now: Date,
): Promise<readonly DomainEvent[]> {
  const ended = await tx
    .updateTable('oauth_grants')
    .set({ ended_at: now, ended_because: because })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .returning(['id', 'client_id as clientId'])
    .execute()
  return ended.map((each) => grantEnded({ ...each, userId }, organisationId, because))
}

/** Ends a grant with all its tokens. Does nothing, and records nothing, if it had already ended. */
export function endGrant(
  app: App,
  actor: Pick<Actor, 'userId' | 'via' | 'requestId'> | SystemActor,
  grantId: number,
  because: GrantEnd,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const ended = await tx
      .updateTable('oauth_grants')
      .set({ ended_at: now, ended_because: because })
      .where('id', '=', grantId)
      .where('ended_at', 'is', null)
      .returning(['user_id', 'client_id'])
      .executeTakeFirst()
    if (!ended) return { result: undefined, events: [] }
    const { organisation_id } = await tx
      .selectFrom('users')
      .where('id', '=', ended.user_id)
      .select('organisation_id')
      .executeTakeFirstOrThrow()
    return {
      result: undefined,
      events: [
        grantEnded(
          { id: grantId, userId: ended.user_id, clientId: ended.client_id },
          organisation_id,
          because,
        ),
      ],
    }
  })
}
