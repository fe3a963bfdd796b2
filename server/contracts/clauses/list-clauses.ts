// Lists of clauses, one of them with its versions, and the categories that there are.
import { type SqlBool, sql } from 'kysely'
import { personColumns } from '../../identity/users/person-columns.ts'
import type { ShownPerson } from '../../identity/users/people-on-records.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { notFound } from '../../platform/errors.ts'
import { readRow } from '../../platform/lists/list-page.ts'
import type { Column } from '../../platform/lists/list-query.ts'
import type { ListedRow, Listing } from '../../platform/lists/list-rows.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { type RowSource, rowSource } from '../../platform/postgres/row-source.ts'
import { clausesVisibleTo } from './access.ts'
import { type ClauseContent, clauseStates } from './clause.ts'

const own = (kind: Column['kind'], column: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`clauses.${column}`),
})

/** Of the version in use; before one is approved, of the latest. */
const ofContent = (kind: Column['kind'], expression: Column['sql']): Column => ({
  kind,
  nullable: false,
  sql: sql`(select ${expression} from clause_versions v where v.organisation_id = clauses.organisation_id
    and v.clause_id = clauses.id and v.version = coalesce(clauses.approved_version, clauses.latest_version))`,
})

/** The columns that a list of clauses can show, filter by and sort by. */
export const clauseListing = {
  catalogue: {
    id: own('integer', 'id'),
    key: own('text', 'key'),
    title: own('text', 'title'),
    category: own('text', 'category'),
    state: {
      kind: 'choice',
      nullable: false,
      choices: clauseStates,
      sql: sql`(case when clauses.deleted_at is not null then 'Retired'
        when clauses.approved_version is null then 'Draft' else 'Approved' end)`,
    },
    text: ofContent('text', sql`v.content->>'text'`),
    alternativeCount: ofContent('integer', sql`jsonb_array_length(v.content->'alternatives')`),
    fallbackCount: ofContent('integer', sql`jsonb_array_length(v.content->'fallbacks')`),
    latestVersion: own('integer', 'latest_version'),
    approvedVersion: own('integer', 'approved_version', true),
    version: own('integer', 'version'),
    ownerId: own('uuid', 'owner_id'),
    ...personColumns('owner', 'clauses.owner_id'),
    updatedAt: own('moment', 'updated_at'),
  },
  id: { kind: 'integer', sql: sql.ref('clauses.id') },
} as const satisfies Listing

/** The library of the actor's organisation. */
export const clauseRows = ({ db }: Pick<App, 'db'>, actor: Actor): RowSource =>
  rowSource(clausesVisibleTo(db, actor), clauseListing)

export interface ClauseVersion {
  readonly version: number
  readonly content: ClauseContent
  readonly reason: string
  readonly by: ShownPerson
  readonly at: Date
  readonly approved: { readonly by: ShownPerson; readonly at: Date } | null
}

export interface ClauseDetails {
  readonly row: ListedRow
  /** The latest first. */
  readonly versions: readonly ClauseVersion[]
}

/** A clause with all its versions; not_found for one of another organisation. */
export async function getClause(
  { db }: Pick<App, 'db'>,
  actor: Actor,
  id: number,
  columns: readonly string[],
): Promise<ClauseDetails> {
  const base = clausesVisibleTo(db, actor).where('clauses.id', '=', id)
  const [row, versions] = await Promise.all([
    readRow(base, clauseListing, columns),
    readVersions(db, actor, id),
  ])
  if (!row) throw notFound()
  return { row, versions }
}

async function readVersions(
  db: Reader,
  { organisationId }: Actor,
  id: number,
): Promise<readonly ClauseVersion[]> {
  const rows = await db
    .selectFrom('clause_versions as v')
    .innerJoin('users as author', 'author.id', 'v.set_by')
    .leftJoin('users as approver', 'approver.id', 'v.approved_by')
    .where('v.organisation_id', '=', organisationId)
    .where('v.clause_id', '=', id)
    .orderBy('v.version', 'desc')
    .select(['v.version', 'v.content', 'v.reason', 'v.set_at', 'v.approved_at'])
    .select(['author.id', 'author.email', 'author.first_name', 'author.last_name', 'author.organisation_id'])
    .select(['approver.id as approver_id', 'approver.email as approver_email'])
    .select(['approver.first_name as approver_first', 'approver.last_name as approver_last'])
    .select('approver.organisation_id as approver_organisation')
    .execute()
  return rows.map((row) => ({
    version: row.version,
    content: row.content as unknown as ClauseContent,
    reason: row.reason,
    by: personOf(row.id, row.email, [row.first_name, row.last_name], row.organisation_id),
    at: row.set_at,
    approved:
      row.approved_at === null || row.approver_id === null
        ? null
        : {
            by: personOf(
              row.approver_id,
              row.approver_email,
              [row.approver_first, row.approver_last],
              row.approver_organisation,
            ),
            at: row.approved_at,
          },
  }))
}

const personOf = (
  id: string,
  email: string | null,
  [firstName, lastName]: readonly (string | null)[],
  organisationId: number | null,
): ShownPerson => ({
  id,
  email: email ?? '',
  firstName: firstName ?? '',
  lastName: lastName ?? '',
  organisationId: organisationId ?? 0,
})

export interface ClauseCategory {
  readonly name: string
  readonly count: number
}

/** The categories of clauses that are not retired, in the order of their names. */
export const listClauseCategories = (
  { db }: Pick<App, 'db'>,
  actor: Actor,
): Promise<readonly ClauseCategory[]> =>
  clausesVisibleTo(db, actor)
    .where('clauses.deleted_at', 'is', null)
    .groupBy('clauses.category')
    .orderBy(sql`lower(clauses.category) collate "C"`)
    .orderBy('clauses.category')
    .select(['clauses.category as name', sql<number>`count(*)::int`.as('count')])
    .execute()

/** A clause as documents use it: an approved version of one that is not retired. */
export interface UsableClause {
  readonly id: number
  readonly key: string
  readonly title: string
  readonly version: number
  readonly content: ClauseContent
}

/** Those of these keys that can be used now. Keys are compared as templates compare names. */
export async function usableClauses(
  db: Reader,
  { organisationId }: Pick<Actor, 'organisationId'>,
  keys: readonly string[],
): Promise<readonly UsableClause[]> {
  if (keys.length === 0) return []
  const rows = await clausesVisibleTo(db, { organisationId })
    .innerJoin('clause_versions as v', (join) =>
      join
        .onRef('v.organisation_id', '=', 'clauses.organisation_id')
        .onRef('v.clause_id', '=', 'clauses.id')
        .onRef('v.version', '=', 'clauses.approved_version'),
    )
    .where('clauses.deleted_at', 'is', null)
    .where(sql<SqlBool>`replace(clauses.key, '-', '') = any(${[...keys]}::text[])`)
    .orderBy('clauses.id')
    .select(['clauses.id', 'clauses.key', 'clauses.title', 'v.version', 'v.content'])
    .execute()
  return rows.map(({ content, ...row }) => ({ ...row, content: content as unknown as ClauseContent }))
}
