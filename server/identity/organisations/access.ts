// Which organisations a person is connected with, and what they may see of them.
import { sql } from 'kysely'
import { type Actor, checkIsHere } from '../../platform/actor.ts'
import type { SystemActor } from '../../platform/events/change.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import type { MayChange, MaySee } from '../../platform/granted.ts'
import { isGuest, isListedFor, organisationsOnRecordsOf } from './guest-sight.ts'
import type { Organisation, OrganisationType } from './organisation.ts'

/**
 * A person's own organisation, those whose records they are members of, and those linked to theirs as firm or customer;
 * for guests instead of these those of the people on their records.
 */
export function organisationsVisibleTo(db: Reader, actor: Actor) {
  const linked = isGuest(actor)
    ? organisationsOnRecordsOf(actor)
    : sql<number>`(
    select provider_id from organisation_links where customer_id = ${actor.organisationId}
    union all select customer_id from organisation_links where provider_id = ${actor.organisationId})`
  return db
    .selectFrom('organisations')
    .where((eb) =>
      eb.or([eb('organisations.id', 'in', [...actor.organisationIds]), eb('organisations.id', 'in', linked)]),
    )
}

const columns = ['organisations.id', 'organisations.name', 'organisations.type'] as const

/** The organisation, if the person is connected with it; otherwise not_found, as for one that does not exist. */
export async function getOrganisationToSee(
  db: Reader,
  actor: Actor,
  id: number,
): Promise<Organisation & MaySee> {
  const row = await organisationsVisibleTo(db, actor)
    .where('organisations.id', '=', id)
    .select([...columns])
    .executeTakeFirst()
  if (!row) throw notFound()
  return { ...row, type: row.type as OrganisationType } as Organisation & MaySee
}

/**
 * The organisation, locked for an update of its settings until the transaction ends: for its own administrators and for
 * the operator. Throws not_found if it is not visible, and forbidden for others who may see it.
 */
export async function getOrganisationToChange(
  tx: Tx,
  actor: Actor | SystemActor,
  id: number,
): Promise<Organisation & MayChange> {
  const seen = actor.userId === null ? tx.selectFrom('organisations') : organisationsVisibleTo(tx, actor)
  const row = await seen
    .where('organisations.id', '=', id)
    .select([...columns])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  const isTheirs = actor.userId === null || (actor.organisationId === id && actor.role === 'Administrator')
  if (!isTheirs) throw forbidden('Only an administrator of the organisation may do this.')
  if (actor.userId !== null) checkIsHere(actor)
  return { ...row, type: row.type as OrganisationType } as Organisation & MayChange
}

/**
 * Active departments of every organisation that the person is connected with; for guests those that their records name.
 * Queries start here.
 */
export const departmentsVisibleTo = (db: Reader, actor: Actor) =>
  db
    .selectFrom('departments')
    .where('departments.organisation_id', 'in', organisationsVisibleTo(db, actor).select('organisations.id'))
    .where('departments.deleted_at', 'is', null)
    .where(isListedFor(actor, 'Department', 'departments.id'))

/** Active regions, by the same rule. */
export const regionsVisibleTo = (db: Reader, actor: Actor) =>
  db
    .selectFrom('regions')
    .where('regions.organisation_id', 'in', organisationsVisibleTo(db, actor).select('organisations.id'))
    .where('regions.deleted_at', 'is', null)
    .where(isListedFor(actor, 'Region', 'regions.id'))
