// What somebody sees of matters without being a member of them: a part of the rule in access.ts.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Actor, worksInLegal } from '../platform/actor.ts'

/** Sees, and changes, whatever is not restricted. */
export const isAdministrator = (actor: Pick<Actor, 'groups'>) => actor.groups.has('MatterAdministrators')

/** Sees what waits in intake. */
export const managesIntake = (actor: Pick<Actor, 'permissions'>) => actor.permissions.has('ManageIntake')

/**
 * Seen without being a member: only unrestricted matters of the person's own organisation. Of `matters`, or of rows that count
 * matters by the same columns.
 */
export function isShared(actor: Actor, of = 'matters'): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${of}.${name}`)
  const ways = [
    ...(worksInLegal(actor) && actor.teamIds.length > 0
      ? [sql`${column('team_id')} in (${sql.join(actor.teamIds)})`]
      : []),
    ...(managesIntake(actor) ? [column('in_intake')] : []),
  ]
  if (!isAdministrator(actor) && ways.length === 0) return sql<SqlBool>`false`
  const way = isAdministrator(actor) ? sql`true` : sql`(${sql.join(ways, sql` or `)})`
  return sql<SqlBool>`(${column('organisation_id')} = ${actor.organisationId} and not ${column('restricted')} and ${way})`
}
