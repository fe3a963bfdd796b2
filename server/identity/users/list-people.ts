// People with the requested columns: those whom the caller may find in the directory.
import { type SqlBool, sql } from 'kysely'
import { type Actor, roles } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Column, ListQuery } from '../../platform/lists/list-query.ts'
import { countRows, type ListedRow, type Listing, readRow, readRows } from '../../platform/lists/list-rows.ts'
import { peopleVisibleTo } from './access.ts'
import { isGuest, isTeamOfGuest } from '../organisations/guest-sight.ts'
import { personNameColumn } from './person-columns.ts'
import { customRoleNameSql } from './roles/custom-role.ts'
import { userStatuses } from './user.ts'

const own = (kind: Column['kind'], column: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`users.${column}`),
})

const departmentName = sql`(select d.name from departments d
  where d.organisation_id = users.organisation_id and d.id = users.department_id)`

// the teams of other organisations are hidden
const teamsOf = (actor: Actor) => sql`from team_members m
  join teams t on t.organisation_id = m.organisation_id and t.id = m.team_id and t.deleted_at is null
  where m.organisation_id = ${actor.organisationId} and m.user_id = users.id
    and ${isGuest(actor) ? isTeamOfGuest(actor, 't.id') : sql<SqlBool>`true`}`

/** Who added the people of another organisation, and which role it calls theirs, is hidden: null. */
const onlyInOwn = ({ organisationId }: Actor, column: Column): Column => ({
  ...column,
  nullable: true,
  sql: sql`(case when users.organisation_id = ${organisationId} then ${column.sql} end)`,
})

/** The columns that can be returned, filtered by and sorted by; teams are a collection. */
export const peopleListing = (actor: Actor) =>
  ({
    catalogue: {
      id: own('uuid', 'id'),
      email: own('text', 'email'),
      firstName: own('text', 'first_name'),
      lastName: own('text', 'last_name'),
      organisationId: own('integer', 'organisation_id'),
      jobTitle: own('text', 'job_title', true),
      role: { ...own('choice', 'role'), choices: roles },
      status: { ...own('choice', 'status'), choices: userStatuses },
      customRoleId: onlyInOwn(actor, own('integer', 'custom_role_id', true)),
      customRoleName: onlyInOwn(actor, { kind: 'text', nullable: true, sql: customRoleNameSql }),
      departmentId: own('integer', 'department_id', true),
      departmentName: { kind: 'text', nullable: true, sql: departmentName },
      /** The teams with their names, by name. */
      teams: {
        kind: 'text',
        nullable: true,
        sql: sql`(select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name)
          order by lower(t.name) collate "C", t.id) ${teamsOf(actor)})`,
      },
      createdAt: own('moment', 'created_at'),
      createdByName: onlyInOwn(actor, personNameColumn('users.created_by', true)),
    },
    collections: {
      teams: {
        catalogue: {
          id: { kind: 'integer', nullable: false, sql: sql.ref('t.id') },
          name: { kind: 'text', nullable: false, sql: sql.ref('t.name') },
        },
        some: (condition) => sql<SqlBool>`exists (select 1 ${teamsOf(actor)} and ${condition})`,
      },
    },
    id: { kind: 'uuid', sql: sql.ref('users.id') },
  }) as const satisfies Listing

/** A page of the people whom the caller may find. */
export const listVisiblePeople = (
  { db }: App,
  actor: Actor,
  asked: { readonly query: ListQuery; readonly columns: readonly string[] },
): Promise<readonly ListedRow[]> => readRows(peopleVisibleTo(db, actor), peopleListing(actor), asked)

/** How many of them there are. */
export const countVisiblePeople = ({ db }: App, actor: Actor, query: ListQuery): Promise<number> =>
  countRows(peopleVisibleTo(db, actor), peopleListing(actor), query)

/** One person with the requested columns; not_found if the caller may not find them. */
export const getPersonRow = (
  { db }: App,
  actor: Actor,
  id: string,
  columns: readonly string[],
): Promise<ListedRow> =>
  readRow(peopleVisibleTo(db, actor).where('users.id', '=', id), peopleListing(actor), columns)
