// Lists of inside costs, and one of them with its history.
import { sql } from 'kysely'
import {
  type ShownPerson,
  shownPersonColumns,
  shownPersonIn,
} from '../../identity/users/people-on-records.ts'
import { personColumns } from '../../identity/users/person-columns.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Column } from '../../platform/lists/list-query.ts'
import { type Page, type PageAsked, readPage } from '../../platform/lists/list-page.ts'
import type { ListedRow, Listing } from '../../platform/lists/list-rows.ts'
import { type RowSource, rowSource } from '../../platform/postgres/row-source.ts'
import { insideCostsVisibleTo } from './access.ts'
import {
  insideCostKinds,
  type InsideCostSource,
  insideCostSources,
  type InsideCostValues,
} from './inside-cost.ts'

const own = (kind: Column['kind'], column: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`inside_costs.${column}`),
})

const named = (table: 'cost_centres' | 'departments', id: string, column: 'code' | 'name'): Column => ({
  kind: 'text',
  nullable: true,
  sql: sql`(select e.${sql.ref(column)} from ${sql.table(table)} e
    where e.organisation_id = inside_costs.organisation_id and e.id = ${sql.ref(`inside_costs.${id}`)})`,
})

/** The columns that can be returned, filtered by and sorted by. */
export const insideCostListing = {
  catalogue: {
    id: own('integer', 'id'),
    month: own('local', 'month'),
    kind: { ...own('choice', 'kind'), choices: insideCostKinds },
    costCentreId: own('integer', 'cost_centre_id', true),
    costCentreCode: named('cost_centres', 'cost_centre_id', 'code'),
    costCentreName: named('cost_centres', 'cost_centre_id', 'name'),
    departmentId: own('integer', 'department_id', true),
    departmentName: named('departments', 'department_id', 'name'),
    amount: own('number', 'amount'),
    currency: own('text', 'currency'),
    hours: own('number', 'hours', true),
    note: own('text', 'note', true),
    source: { ...own('choice', 'source'), choices: insideCostSources },
    fileName: own('text', 'file_name', true),
    version: own('integer', 'version'),
    createdAt: own('moment', 'created_at'),
    setAt: own('moment', 'set_at'),
    setById: own('uuid', 'set_by'),
    ...personColumns('setBy', 'inside_costs.set_by'),
  },
  id: { kind: 'integer', sql: sql.ref('inside_costs.id') },
} as const satisfies Listing

/** The costs that the actor sees. Throws forbidden for who does not see any. */
export const insideCostRows = ({ db }: Pick<App, 'db'>, actor: Actor): RowSource =>
  rowSource(insideCostsVisibleTo(db, actor), insideCostListing)

/** A page of them. */
export const listInsideCosts = ({ db }: App, actor: Actor, asked: PageAsked): Promise<Page> =>
  readPage(insideCostsVisibleTo(db, actor), insideCostListing, asked)

/** A version of a cost, and who made it. */
export interface InsideCostVersion extends InsideCostValues {
  readonly version: number
  readonly currency: string
  readonly source: InsideCostSource
  readonly fileName: string | null
  readonly reason: string | null
  readonly by: ShownPerson
  readonly at: Date
}

/** A cost that the actor sees with all its versions, the latest first; not_found for any other. */
export async function getInsideCost(
  app: App,
  actor: Actor,
  id: number,
  columns: readonly string[],
): Promise<{ readonly row: ListedRow; readonly versions: readonly InsideCostVersion[] }> {
  const row = await insideCostRows(app, actor).get(id, columns)
  const versions = await app.db
    .selectFrom('inside_cost_versions as v')
    .innerJoin('users', 'users.id', 'v.set_by')
    .where('v.organisation_id', '=', actor.organisationId)
    .where('v.cost_id', '=', id)
    .orderBy('v.version', 'desc')
    .select(['v.version', 'v.amount', 'v.currency', 'v.hours', 'v.note', 'v.source', 'v.file_name'])
    .select(['v.reason', 'v.set_at'])
    .select([...shownPersonColumns])
    .execute()
  return {
    row,
    versions: versions.map(({ set_at: at, file_name: fileName, ...version }) => ({
      version: version.version,
      amount: version.amount,
      currency: version.currency,
      hours: version.hours,
      note: version.note,
      source: version.source as InsideCostSource,
      fileName,
      reason: version.reason,
      by: shownPersonIn(version),
      at,
    })),
  }
}
