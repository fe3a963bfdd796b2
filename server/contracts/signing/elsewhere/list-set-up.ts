// The signing services elsewhere that an organisation has set up.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import type { Reader } from '../../../platform/postgres/database.ts'
import { peopleByIds, type ShownPerson } from '../../../identity/users/people-on-records.ts'

/** A service as administrators see it. */
export interface ServiceSettings {
  readonly id: number
  readonly name: string
  readonly url: string
  /** False for one that was imported or whose key is lost: token or secret have to be given again. */
  readonly hasSecrets: boolean
  /** Until when events may be signed with the secret before; null if there is none. */
  readonly previousSecretExpiresAt: Date | null
  readonly createdBy: ShownPerson | undefined
  readonly createdAt: Date
  readonly openRequests: number
}

/** Those in use, by name. For administrators. */
export async function listServices(
  { db, clock }: App,
  { organisationId }: Actor,
): Promise<readonly ServiceSettings[]> {
  const rows = await db
    .selectFrom('signing_services as s')
    .where('s.organisation_id', '=', organisationId)
    .where('s.removed_at', 'is', null)
    .orderBy('s.name')
    .orderBy('s.id')
    .select((eb) => [
      's.id',
      's.name',
      's.url',
      's.previous_secret_expires_at as previousSecretExpiresAt',
      's.created_by as createdBy',
      's.created_at as createdAt',
      eb.and([eb('s.token_sealed', 'is not', null), eb('s.secret_sealed', 'is not', null)]).as('hasSecrets'),
      eb
        .selectFrom('signature_requests as r')
        .whereRef('r.organisation_id', '=', 's.organisation_id')
        .whereRef('r.service_id', '=', 's.id')
        .where('r.state', '=', 'Open')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('openRequests'),
    ])
    .execute()
  const people = await peopleByIds(
    db,
    rows.map(({ createdBy }) => createdBy),
  )
  const now = clock.now()
  return rows.map(({ createdBy, previousSecretExpiresAt: until, openRequests, ...row }) => ({
    ...row,
    hasSecrets: row.hasSecrets === true,
    openRequests: openRequests ?? 0,
    previousSecretExpiresAt: until !== null && until > now ? until : null,
    createdBy: people.get(createdBy),
  }))
}

/** Those that a contract can be sent with, for everybody who sends one. */
export const listServiceNames = (
  db: Reader,
  organisationId: number,
): Promise<readonly { readonly id: number; readonly name: string }[]> =>
  db
    .selectFrom('signing_services')
    .where('organisation_id', '=', organisationId)
    .where('removed_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .select(['id', 'name'])
    .execute()
