// Provisioning: an identity provider keeps the people of an organisation and its groups up to date (SCIM 2.0, RFC 7643
// and 7644).
//
// provider       the caller with a token that administrators of the organisation have made
// provisioned    a person whom the provider has named; people of the organisation whom it has not named are shown to it
//                as well, so that it can take them over
// group          a group of the provider; what membership in it gives is decided here, by administrators
import type { App } from '../../platform/app.ts'
import { change, internalTransaction, type SystemActor } from '../../platform/events/change.ts'
import { badInput, notFound } from '../../platform/errors.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { hashOfSecret, newSecret } from '../../platform/secrets/crypto.ts'
import type { Actor } from '../../platform/actor.ts'
import { getOrganisationToChange } from '../organisations/access.ts'
import { peopleByIds, type ShownPerson } from '../users/people-on-records.ts'
import { checkRoom } from '../organisations/limits/check-room.ts'

const longestName = 100
const noteEach = 60_000

/** The provider that calls. */
export interface Provider {
  readonly organisationId: number
  readonly tokenId: number
  /** Who made the token, and who looks after it: it never enables them or widens their rights. */
  readonly makers: readonly string[]
  readonly actor: SystemActor
}

/** The provider with this token; undefined if there is none. */
export async function findProviderByToken(
  app: App,
  token: string,
  requestId: string,
): Promise<Provider | undefined> {
  const now = app.clock.now()
  const row = await app.db
    .selectFrom('scim_tokens')
    .where('hash', '=', hashOfSecret(token))
    .select(['id', 'organisation_id', 'used_at', 'created_by', 'kept_by'])
    .executeTakeFirst()
  if (!row) return undefined
  if (row.used_at === null || now.getTime() - row.used_at.getTime() > noteEach) {
    await internalTransaction(app, (tx) =>
      tx.updateTable('scim_tokens').set({ used_at: now }).where('id', '=', row.id).execute(),
    )
  }
  const actor = { userId: null, via: { kind: 'system', name: 'provisioning' }, requestId } as const
  const makers = [row.created_by, row.kept_by].flatMap((each) => each ?? [])
  return { organisationId: row.organisation_id, tokenId: row.id, makers, actor }
}

export interface ProvisioningToken {
  readonly id: number
  readonly name: string
  readonly createdAt: Date
  readonly createdBy: ShownPerson | undefined
  /** Who looks after it since its maker was disabled. */
  readonly keptBy: ShownPerson | undefined
  readonly usedAt: Date | null
}

/** The tokens of an organisation, the newest first. */
export async function listTokens(db: Reader, organisationId: number): Promise<readonly ProvisioningToken[]> {
  const rows = await db
    .selectFrom('scim_tokens')
    .where('organisation_id', '=', organisationId)
    .orderBy('id', 'desc')
    .select(['id', 'name', 'created_at', 'created_by', 'kept_by', 'used_at'])
    .execute()
  const people = await peopleByIds(
    db,
    rows.flatMap(({ created_by, kept_by }) => [created_by ?? [], kept_by ?? []].flat()),
  )
  return rows.map(({ id, name, created_at, created_by, kept_by, used_at }) => ({
    id,
    name,
    createdAt: created_at,
    createdBy: people.get(created_by ?? ''),
    keptBy: people.get(kept_by ?? ''),
    usedAt: used_at,
  }))
}

/** Makes a token for the actor's organisation. Only here it is in clear text. Throws bad_request for the name. */
export function createToken(
  app: App,
  actor: Actor,
  name: string,
): Promise<{ readonly id: number; readonly token: string }> {
  const checked = name.trim()
  if (checked === '' || checked.length > longestName) {
    throw badInput('name', `must have 1 to ${longestName} characters.`)
  }
  const token = newSecret()
  return change(app, actor, async (tx, now) => {
    const { organisationId, userId } = actor
    await getOrganisationToChange(tx, actor, organisationId)
    await checkRoom(tx, 'provisioningTokens', { organisationId })
    const { id } = await tx
      .insertInto('scim_tokens')
      .values({
        organisation_id: organisationId,
        name: checked,
        hash: hashOfSecret(token),
        created_by: userId,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      result: { id, token },
      events: [tokenEvent('provisioning-token.created', actor, { id, name: checked })],
    }
  })
}

/** Ends a token of the actor's organisation: its next call is refused. Throws not_found. */
export function endToken(app: App, actor: Actor, id: number): Promise<void> {
  return change(app, actor, async (tx) => {
    await getOrganisationToChange(tx, actor, actor.organisationId)
    const ended = await tx
      .deleteFrom('scim_tokens')
      .where('id', '=', id)
      .where('organisation_id', '=', actor.organisationId)
      .returning('name')
      .executeTakeFirst()
    if (!ended) throw notFound()
    return {
      result: undefined,
      events: [tokenEvent('provisioning-token.ended', actor, { id, name: ended.name })],
    }
  })
}

const tokenEvent = (
  name: 'provisioning-token.created' | 'provisioning-token.ended',
  { organisationId }: Actor,
  facts: { readonly id: number; readonly name: string },
) => ({
  name,
  organisationId,
  resource: { kind: 'organisation', id: organisationId },
  subject: null,
  facts,
})
