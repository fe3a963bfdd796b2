// Who sees and changes clauses: the people of the organisation see its library, those who manage its contract types
// change it. People of law firms see the library of their own organisation only.
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import type { Actor } from '../../platform/actor.ts'
import { notFound } from '../../platform/errors.ts'
import type { SystemActor } from '../../platform/events/change.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'

/** The clauses of the actor's organisation, drafts and retired ones as well. */
export const clausesVisibleTo = (db: Reader, { organisationId }: Pick<Actor, 'organisationId'>) =>
  db.selectFrom('clauses').where('clauses.organisation_id', '=', organisationId)

/** A clause whose row is locked until the transaction ends. */
export interface HeldClause {
  readonly organisationId: number
  readonly id: number
  readonly key: string
  readonly title: string
  readonly category: string
  readonly ownerId: string
  readonly latestVersion: number
  readonly approvedVersion: number | null
  readonly version: number
  readonly isRetired: boolean
}

/** Where clauses are added and changed: for administrators of the organisation. Throws forbidden for others. */
export const getLibraryToChange = (tx: Tx, actor: Actor | SystemActor, organisationId: number) =>
  getOrganisationToChange(tx, actor, organisationId)

/** The clause, locked, for administrators of its organisation. Throws not_found, and forbidden for others. */
export async function getClauseForUpdate(
  tx: Tx,
  actor: Actor | SystemActor,
  { organisationId, id }: { readonly organisationId: number; readonly id: number },
): Promise<HeldClause & MayChange> {
  await getLibraryToChange(tx, actor, organisationId)
  const row = await clausesVisibleTo(tx, { organisationId })
    .where('clauses.id', '=', id)
    .selectAll('clauses')
    .forUpdate('clauses')
    .executeTakeFirst()
  if (!row) throw notFound()
  return {
    organisationId: row.organisation_id,
    id: row.id,
    key: row.key,
    title: row.title,
    category: row.category,
    ownerId: row.owner_id,
    latestVersion: row.latest_version,
    approvedVersion: row.approved_version,
    version: row.version,
    isRetired: row.deleted_at !== null,
  } as HeldClause & MayChange
}
