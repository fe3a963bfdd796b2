// Which teams a person sees, those of their organisation; and whom they may find in the directory: the people of their own
// organisation, those of the law firms that work for it, and everyone they share a matter or contract with. A law firm does not
// see a customer's directory.
import { type SqlBool, sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { Reader } from '../platform/database.ts'

/** The teams of the actor's organisation, to be narrowed and selected from. */
export const teamsVisibleTo = (db: Reader, { organisationId }: Actor) =>
  db
    .selectFrom('teams')
    .where('teams.organisation_id', '=', organisationId)
    .where('teams.deleted_at', 'is', null)

/** People the actor may find, to be narrowed and selected from. */
export function peopleVisibleTo(db: Reader, actor: Actor) {
  return db
    .selectFrom('users')
    .where((eb) =>
      eb.or([
        eb('users.organisation_id', '=', actor.organisationId),
        eb('users.organisation_id', 'in', (firms) =>
          firms
            .selectFrom('organisation_links')
            .where('customer_id', '=', actor.organisationId)
            .select('provider_id'),
        ),
        sharesRecordWith(actor, 'contract_members', 'contract_id'),
        sharesRecordWith(actor, 'matter_members', 'matter_id'),
      ]),
    )
}

function sharesRecordWith(
  actor: Actor,
  table: 'contract_members' | 'matter_members',
  record: 'contract_id' | 'matter_id',
) {
  return sql<SqlBool>`users.id in (
    select theirs.user_id from ${sql.table(table)} mine
    join ${sql.table(table)} theirs on theirs.organisation_id = mine.organisation_id
      and theirs.${sql.ref(record)} = mine.${sql.ref(record)}
    where mine.organisation_id in (${sql.join([...actor.organisationIds])}) and mine.user_id = ${actor.userId}
      and theirs.organisation_id in (${sql.join([...actor.organisationIds])}))`
}
