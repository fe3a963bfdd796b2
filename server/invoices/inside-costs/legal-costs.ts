// What legal work costs, inside and outside, as one list: inside costs as they are kept, and invoices as they were
// approved, without tax.
import { type RawBuilder, sql } from 'kysely'
import { departmentColumns } from '../../identity/users/department-columns.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { type Page, type PageAsked, readPage } from '../../platform/lists/list-page.ts'
import type { Column } from '../../platform/lists/list-query.ts'
import type { Listing } from '../../platform/lists/list-rows.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { invoicesVisibleTo } from '../access.ts'
import { providerName } from '../list-columns.ts'
import { netAmounts } from '../net-amounts.ts'
import { insideCostsVisibleTo } from './access.ts'
import { insideCostKinds } from './inside-cost.ts'

/** Where the work is done. */
export const costSides = ['Inside', 'Outside'] as const

/** What the money is for: of outside costs it is what law firms and other vendors bill. */
export const legalCostKinds = [...insideCostKinds, 'OutsideCounsel'] as const

type Invoices = ReturnType<typeof invoicesVisibleTo>

const { approved, isApproved } = netAmounts()

/** What rows come to in a report. */
export interface Shown {
  /** SQL over invoices: what was approved, null where that is not known, and whether it is so. */
  readonly outside: RawBuilder<unknown>
  readonly isMissing: RawBuilder<unknown>
  /** SQL over inside costs, likewise. */
  readonly inside: RawBuilder<unknown>
  readonly isLeftOut: RawBuilder<unknown>
}

/** Every row in its own currency. */
const asKept: Shown = {
  outside: approved,
  isMissing: sql`false`,
  inside: sql.ref('inside_costs.amount'),
  isLeftOut: sql`false`,
}

/** The rows of inside costs. Ids are even there, and odd for invoices. */
const insideRows = (db: Reader, actor: Actor, { inside, isLeftOut }: Shown) =>
  sql`${insideCostsVisibleTo(db, actor).select([
    'inside_costs.organisation_id',
    sql`inside_costs.id::bigint * 2`.as('id'),
    sql.lit('Inside').as('side'),
    'inside_costs.kind',
    sql.ref('inside_costs.month').as('date'),
    sql`${inside}`.as('amount'),
    'inside_costs.currency',
    sql`false`.as('is_missing'),
    sql`${isLeftOut}`.as('is_left_out'),
    'inside_costs.hours',
    'inside_costs.department_id',
    sql`(select d.name from departments d
    where d.organisation_id = inside_costs.organisation_id and d.id = inside_costs.department_id)`.as(
      'department_name',
    ),
    sql`null::text`.as('firm'),
    sql`null::bigint`.as('matter_id'),
    sql`null::text`.as('matter_name'),
    sql`null::bigint`.as('invoice_id'),
    sql`null::text`.as('number'),
    sql.ref('inside_costs.id').as('inside_cost_id'),
    'inside_costs.note',
    'inside_costs.created_at',
  ])}`

/** The rows of approved and paid invoices that the actor's organisation pays. */
function outsideRows(invoices: Invoices, actor: Actor, { outside, isMissing }: Shown) {
  const { ownerDepartmentId, ownerDepartmentName } = departmentColumns('matters.owner_id', actor)
  return sql`${invoices
    .where('invoices.organisation_id', '=', actor.organisationId)
    .where(isApproved)
    .select([
      'invoices.organisation_id',
      sql`invoices.id::bigint * 2 + 1`.as('id'),
      sql.lit('Outside').as('side'),
      sql.lit('OutsideCounsel').as('kind'),
      sql.ref('invoices.invoice_date').as('date'),
      sql`${outside}`.as('amount'),
      'invoices.currency',
      sql`${isMissing}`.as('is_missing'),
      sql`false`.as('is_left_out'),
      sql`null::numeric`.as('hours'),
      sql`${ownerDepartmentId.sql}`.as('department_id'),
      sql`${ownerDepartmentName.sql}`.as('department_name'),
      sql`${providerName}`.as('firm'),
      sql.ref('matters.id').as('matter_id'),
      sql.ref('matters.name').as('matter_name'),
      sql.ref('invoices.id').as('invoice_id'),
      'invoices.number',
      sql`null::bigint`.as('inside_cost_id'),
      sql`null::text`.as('note'),
      'invoices.created_at',
    ])}`
}

interface LegalCosts {
  readonly organisation_id: number
}

const rowsOf = (db: Reader, rows: RawBuilder<unknown>) =>
  db.selectFrom(sql<LegalCosts>`${rows}`.as('legal_costs'))

/** Inside costs and these invoices. Throws forbidden for who sees no inside costs. */
const legalCostsOf = (db: Reader, actor: Actor, invoices: Invoices, shown: Shown = asKept) =>
  rowsOf(db, sql`(${insideRows(db, actor, shown)} union all ${outsideRows(invoices, actor, shown)})`)

/** Of these invoices alone: of those that somebody does not see, beside the inside costs that they do. */
export const outsideCostsOf = (db: Reader, actor: Actor, invoices: Invoices, shown: Shown = asKept) =>
  rowsOf(db, outsideRows(invoices, actor, shown))

/** All that the actor sees. */
export const legalCostsVisibleTo = (db: Reader, actor: Actor, shown?: Shown) =>
  legalCostsOf(db, actor, invoicesVisibleTo(db, actor), shown)

const own = (kind: Column['kind'], column: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`legal_costs.${column}`),
})

/** The columns that can be returned, filtered by and sorted by. */
export const legalCostListing = {
  catalogue: {
    id: own('integer', 'id'),
    side: { ...own('choice', 'side'), choices: costSides },
    kind: { ...own('choice', 'kind'), choices: legalCostKinds },
    date: own('local', 'date'),
    amount: own('number', 'amount'),
    currency: own('text', 'currency'),
    hours: own('number', 'hours', true),
    departmentId: own('integer', 'department_id', true),
    departmentName: own('text', 'department_name', true),
    firm: own('text', 'firm', true),
    matterId: own('integer', 'matter_id', true),
    matterName: own('text', 'matter_name', true),
    invoiceId: own('integer', 'invoice_id', true),
    number: own('text', 'number', true),
    insideCostId: own('integer', 'inside_cost_id', true),
    note: own('text', 'note', true),
    createdAt: own('moment', 'created_at'),
  },
  id: { kind: 'integer', sql: sql.ref('legal_costs.id') },
} as const satisfies Listing

/** A page of the costs that the caller sees. */
export const listLegalCosts = ({ db }: App, actor: Actor, asked: PageAsked): Promise<Page> =>
  readPage(legalCostsVisibleTo(db, actor), legalCostListing, asked)
