// Columns for the people and teams that rows refer to by id.
import { sql } from 'kysely'
import { copiedValue } from '../../platform/lists/copied-column.ts'
import type { Join } from '../../platform/lists/joins.ts'
import type { Catalogue, Column } from '../../platform/lists/list-query.ts'
import { fullNameSql } from './full-name-sql.ts'
import { shownPeople, shownTeams } from './shown-people.ts'

const text = (expression: Column['sql'], nullable: boolean): Column => ({
  kind: 'text',
  nullable,
  sql: expression,
})

type PersonColumns<Prefix extends string> = Readonly<
  Record<`${Prefix}${'Email' | 'FirstName' | 'LastName' | 'OrganisationId'}`, Column>
>

/** The user whose id is in the column, joined as `prefix`. */
const personJoin = (prefix: string, id: string, after: readonly Join[] = []): Join => ({
  as: prefix,
  table: sql`users`,
  on: sql`${sql.ref(`${prefix}.id`)} = ${sql.ref(id)}`,
  after,
})

/** The person whose id is in the column; null if it is null. */
export function personColumns<const Prefix extends string>(
  prefix: Prefix,
  id: string,
  nullable = false,
): PersonColumns<Prefix> {
  const joins = [personJoin(prefix, id)]
  const of = (kind: Column['kind'], column: string, value: string): Column => ({
    kind,
    nullable,
    sql: sql`(select u.${sql.ref(column)} from users u where u.id = ${sql.ref(id)})`,
    joined: { sql: sql.ref(`${prefix}.${column}`), joins },
    copied: copiedValue(shownPeople, value, [sql.ref(id)]),
  })
  return {
    [`${prefix}Email`]: of('text', 'email', 'email'),
    [`${prefix}FirstName`]: of('text', 'first_name', 'firstName'),
    [`${prefix}LastName`]: of('text', 'last_name', 'lastName'),
    [`${prefix}OrganisationId`]: of('integer', 'organisation_id', 'organisationId'),
  } as PersonColumns<Prefix>
}

/** What is shown of a person besides `personColumns`, to be joined; not for filters and orders. */
export function personDetailColumns(prefix: string, id: string, after: readonly Join[] = []): Catalogue {
  const user = personJoin(prefix, id, after)
  const of = (name: string) => sql.ref(`${prefix}${name}`)
  const joined = (kind: Column['kind'], expression: Column['sql'], joins: readonly Join[]): Column => ({
    kind,
    nullable: true,
    sql: expression,
    joined: { sql: expression, joins },
  })
  const organisation: Join = {
    as: `${prefix}Organisation`,
    table: sql`organisations`,
    on: sql`${of('Organisation.id')} = ${of('.organisation_id')}`,
    after: [user],
  }
  const picture = (as: string, whose: Column['sql']): Join => ({
    as,
    table: sql`pictures`,
    on: sql`${sql.ref(`${as}.organisation_id`)} = ${of('.organisation_id')} and ${sql.ref(`${as}.user_id`)} ${whose}`,
    after: [user],
  })
  const [own, logo] = [
    picture(`${prefix}Picture`, sql`= ${of('.id')}`),
    picture(`${prefix}Logo`, sql`is null`),
  ]
  // in this collation as in JavaScript: ß becomes SS
  const initial = (name: string) => sql`upper(left(${of(name)}, 1) collate "und-x-icu")`
  return {
    [`${prefix}Id`]: joined('uuid', of('.id'), [user]),
    [`${prefix}FirstName`]: joined('text', of('.first_name'), [user]),
    [`${prefix}LastName`]: joined('text', of('.last_name'), [user]),
    [`${prefix}FullName`]: {
      ...joined('text', fullNameSql(prefix), [user]),
      copied: copiedValue(shownPeople, 'fullName', [sql.ref(id)]),
    },
    [`${prefix}Initials`]: joined('text', sql`${initial('.first_name')} || ${initial('.last_name')}`, [user]),
    [`${prefix}Role`]: joined('text', of('.role'), [user]),
    [`${prefix}Permissions`]: joined('text', of('.permissions'), [user]),
    [`${prefix}OrganisationId`]: joined('integer', of('.organisation_id'), [user]),
    [`${prefix}OrganisationName`]: joined('text', of('Organisation.name'), [organisation]),
    [`${prefix}PictureId`]: joined('integer', of('Picture.id'), [own]),
    [`${prefix}LogoId`]: joined('integer', of('Logo.id'), [logo]),
  }
}

/** The name of the team that a row of the table is assigned to. */
export function teamNameColumn(table: string): Column {
  const on = (alias: string) =>
    sql<boolean>`${sql.ref(`${alias}.organisation_id`)} = ${sql.ref(`${table}.organisation_id`)}
      and ${sql.ref(`${alias}.id`)} = ${sql.ref(`${table}.team_id`)}`
  return {
    ...text(sql`(select t.name from teams t where ${on('t')})`, true),
    joined: {
      sql: sql.ref('team.name'),
      joins: [{ as: 'team', table: sql`teams`, on: on('team') }],
    },
    copied: copiedValue(shownTeams, 'name', [
      sql.ref(`${table}.organisation_id`),
      sql.ref(`${table}.team_id`),
    ]),
  }
}

/** First and last name of the person whose id is in the column; null if it is null. */
export const personNameColumn = (id: string, nullable = false): Column =>
  text(sql`(select u.first_name || ' ' || u.last_name from users u where u.id = ${sql.ref(id)})`, nullable)

/** The same of a person who is joined as `prefix` for other columns, too. */
export const joinedNameColumn = (prefix: string, id: string, nullable = false): Column => ({
  ...personNameColumn(id, nullable),
  joined: {
    sql: sql`${sql.ref(`${prefix}.first_name`)} || ' ' || ${sql.ref(`${prefix}.last_name`)}`,
    joins: [personJoin(prefix, id)],
  },
  copied: copiedValue(shownPeople, 'name', [sql.ref(id)]),
})
