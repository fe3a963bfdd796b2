// Which organisations a person has to do with, and what of them they may see.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { Reader } from '../platform/database.ts'
import { notFound } from '../platform/errors.ts'
import type { MaySee } from '../platform/granted.ts'
import type { Organisation, OrganisationType } from './organisation.ts'

/** A person's own organisation, those whose records they are on, and those that theirs is linked to as firm or customer. */
export function organisationsVisibleTo(db: Reader, actor: Actor) {
  const linked = sql<number>`(
    select provider_id from organisation_links where customer_id = ${actor.organisationId}
    union all select customer_id from organisation_links where provider_id = ${actor.organisationId})`
  return db
    .selectFrom('organisations')
    .where((eb) =>
      eb.or([eb('organisations.id', 'in', [...actor.organisationIds]), eb('organisations.id', 'in', linked)]),
    )
}

/** The organisation, when the person has to do with it; not_found otherwise, as for one that does not exist. */
export async function getOrganisationToSee(
  db: Reader,
  actor: Actor,
  id: number,
): Promise<Organisation & MaySee> {
  const row = await organisationsVisibleTo(db, actor)
    .where('organisations.id', '=', id)
    .select(['organisations.id', 'organisations.name', 'organisations.type'])
    .executeTakeFirst()
  if (!row) throw notFound()
  return { ...row, type: row.type as OrganisationType } as Organisation & MaySee
}
