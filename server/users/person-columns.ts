// Columns for the people and teams that rows refer to by id.
import { sql } from 'kysely'
import type { Column } from '../platform/lists/list-query.ts'

const text = (expression: Column['sql'], nullable: boolean): Column => ({
  kind: 'text',
  nullable,
  sql: expression,
})

type PersonColumns<Prefix extends string> = Readonly<
  Record<`${Prefix}${'Email' | 'FirstName' | 'LastName' | 'OrganisationId'}`, Column>
>

/** The person whose id is in the column; null if it is null. */
export function personColumns<const Prefix extends string>(
  prefix: Prefix,
  id: string,
  nullable = false,
): PersonColumns<Prefix> {
  const of = (column: string) => sql`(select u.${sql.ref(column)} from users u where u.id = ${sql.ref(id)})`
  return {
    [`${prefix}Email`]: text(of('email'), nullable),
    [`${prefix}FirstName`]: text(of('first_name'), nullable),
    [`${prefix}LastName`]: text(of('last_name'), nullable),
    [`${prefix}OrganisationId`]: { kind: 'integer', nullable, sql: of('organisation_id') },
  } as PersonColumns<Prefix>
}

/** The name of the team that a row of the table is assigned to. */
export const teamNameColumn = (table: string): Column =>
  text(
    sql`(select t.name from teams t where t.organisation_id = ${sql.ref(`${table}.organisation_id`)}
      and t.id = ${sql.ref(`${table}.team_id`)})`,
    true,
  )

/** First and last name of the person whose id is in the column; null if it is null. */
export const personNameColumn = (id: string, nullable = false): Column =>
  text(sql`(select u.first_name || ' ' || u.last_name from users u where u.id = ${sql.ref(id)})`, nullable)
