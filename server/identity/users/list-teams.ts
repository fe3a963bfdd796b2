// Teams with the requested columns: those of the caller's organisation.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Column, ListQuery } from '../../platform/lists/list-query.ts'
import { countRows, type ListedRow, type Listing, readRow, readRows } from '../../platform/lists/list-rows.ts'
import { placeColumns } from '../../platform/lists/placed.ts'
import { type RowSource, rowSource } from '../../platform/postgres/row-source.ts'
import { peopleVisibleTo, teamsVisibleTo } from './access.ts'
import { peopleListing } from './list-people.ts'
import { personNameColumn } from './person-columns.ts'

const own = (kind: Column['kind'], column: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`teams.${column}`),
})

/** The columns that can be returned, filtered by and sorted by. */
export const teamListing = {
  catalogue: {
    id: own('integer', 'id'),
    name: own('text', 'name'),
    description: own('text', 'description', true),
    allowAssignment: own('boolean', 'allow_assignment'),
    version: own('integer', 'version'),
    ...placeColumns('teams'),
    memberCount: {
      kind: 'integer',
      nullable: false,
      sql: sql`(select count(*) from team_members m
        where m.organisation_id = teams.organisation_id and m.team_id = teams.id)`,
    },
    createdAt: own('moment', 'created_at'),
    createdByName: personNameColumn('teams.created_by', true),
    modifiedAt: own('moment', 'updated_at'),
    modifiedByName: personNameColumn('teams.updated_by', true),
  },
  id: { kind: 'integer', sql: sql.ref('teams.id') },
} as const satisfies Listing

/** A page of the teams of the caller's organisation. */
export const listVisibleTeams = (
  { db }: App,
  actor: Actor,
  asked: { readonly query: ListQuery; readonly columns: readonly string[] },
): Promise<readonly ListedRow[]> => readRows(teamsVisibleTo(db, actor), teamListing, asked)

/** How many of them there are. */
export const countVisibleTeams = ({ db }: App, actor: Actor, query: ListQuery): Promise<number> =>
  countRows(teamsVisibleTo(db, actor), teamListing, query)

/** One team with the requested columns; not_found if it is not of the caller's organisation. */
export const getTeamRow = (
  { db }: App,
  actor: Actor,
  id: number,
  columns: readonly string[],
): Promise<ListedRow> => readRow(teamsVisibleTo(db, actor).where('teams.id', '=', id), teamListing, columns)

/**
 * The members of a team of the actor's organisation, as people of the directory; not_found if there is no such team.
 */
export async function teamMemberRows(app: App, actor: Actor, teamId: number): Promise<RowSource> {
  await getTeamRow(app, actor, teamId, ['id'])
  const members = sql<string>`(select m.user_id from team_members m
    where m.organisation_id = ${actor.organisationId} and m.team_id = ${teamId})`
  return rowSource(peopleVisibleTo(app.db, actor).where('users.id', 'in', members), peopleListing(actor))
}
