// What somebody sees of contracts without being a member of them: a part of the rule in access.ts.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Actor, worksInLegal } from '../platform/actor.ts'

/** Sees, and changes, whatever is not restricted. */
export const isAdministrator = (actor: Pick<Actor, 'groups'>) => actor.groups.has('ContractAdministrators')

/**
 * Seen without being a member: only unrestricted contracts of the person's own organisation. Of `contracts`, or of rows that
 * count contracts by the same columns.
 */
export function isShared(actor: Actor, of = 'contracts'): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${of}.${name}`)
  const teams = worksInLegal(actor) && actor.teamIds.length > 0
  if (!isAdministrator(actor) && !teams) return sql<SqlBool>`false`
  const way = isAdministrator(actor) ? sql`true` : sql`${column('team_id')} in (${sql.join(actor.teamIds)})`
  return sql<SqlBool>`(${column('organisation_id')} = ${actor.organisationId} and not ${column('restricted')} and ${way})`
}
