// Money by date as a list, and what reports add up of it. docs/reports.md says what each figure means.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { readOn } from '../../identity/organisations/read-on.ts'
import { mattersHiddenFrom, mattersVisibleTo } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { figureBase } from '../../platform/lists/figure-rows.ts'
import { type Page, type PageAsked, readPage } from '../../platform/lists/list-page.ts'
import type { Catalogue, Column } from '../../platform/lists/list-query.ts'
import type { Listing } from '../../platform/lists/list-rows.ts'
import type { Dimension, Measure, Reportable } from '../../platform/lists/measures.ts'
import type { ReportList } from '../../platform/lists/report-list.ts'
import { matterOfInvoiceColumns } from '../matter-columns.ts'
import { amount } from '../measures.ts'
import { missingRateFilter } from '../own-currency/own-figures.ts'
import { readOwnMoney } from '../own-currency/own-money.ts'
import { type MoneyKind, moneyKinds, withMoney } from './entries.ts'
import type { Reading } from './planned-months.ts'

const own = (kind: Column['kind'], column: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`money.${column}`),
})

const key = { kind: 'text', sql: sql`(money.key collate "C")` } as const

/** The columns that can be returned, filtered by and sorted by. */
export const moneyListing = (actor: Pick<Actor, 'userId'>) =>
  ({
    catalogue: {
      ...matterOfInvoiceColumns(actor),
      // pages are found by the key; people and programs get a number that follows from it
      id: {
        kind: 'integer',
        nullable: false,
        sql: sql`(hashtextextended(money.key, 0) & 9007199254740991)`,
      },
      matterId: { kind: 'integer', nullable: false, sql: sql.ref('matters.id') },
      kind: { ...own('choice', 'kind'), choices: moneyKinds },
      date: own('date', 'day'),
      providerId: own('integer', 'provider_id', true),
      providerName: {
        kind: 'text',
        nullable: true,
        sql: sql`(select o.name from organisations o where o.id = money.provider_id)`,
      },
      currency: own('text', 'currency'),
      amount: own('number', 'amount'),
      forecast: own('number', 'forecast', true),
      invoiceId: own('integer', 'invoice_id', true),
      invoiceNumber: {
        kind: 'text',
        nullable: true,
        // not through access.ts: invoices are as visible as their matter
        sql: sql`(select i.number from invoices i
          where i.organisation_id = matters.organisation_id and i.id = money.invoice_id)`,
      },
    },
    id: key,
  }) as const satisfies Listing & { readonly catalogue: Catalogue }

/** A page of the money of the matters that the caller sees, of their own organisation: law firms have no part in it. */
export async function listVisibleMoney(app: App, actor: Actor, asked: PageAsked): Promise<Page> {
  const on = await readOn(app, actor, null)
  const { organisationId } = actor
  return readPage(
    withMoney(mattersVisibleTo(app.db, actor), { ...on, organisationId }),
    moneyListing(actor),
    asked,
  )
}

/** Where the amounts of rows are, and which block figures as their rate is missing. */
interface Amounts {
  readonly amount: RawBuilder<unknown>
  readonly forecast: RawBuilder<unknown>
  readonly blockedBy?: RawBuilder<SqlBool>
}

const asBilled: Amounts = { amount: sql`money.amount`, forecast: sql`money.forecast` }
const inOwn: Amounts = {
  amount: sql`money.own_amount`,
  forecast: sql`money.own_forecast`,
  blockedBy: sql<SqlBool>`money.is_missing`,
}

const withoutBudget = {
  when: sql<SqlBool>`(not money.is_planned and money.forecast <> 0)`,
  because:
    'Forecast over budget has the amounts of a month for which a matter has a budget; without a budget there is no figure.',
}

function measuresOf({ amount: of, forecast, ...blocked }: Amounts) {
  const sum = (title: string, kinds: readonly MoneyKind[], more: Partial<Measure> = {}): Measure =>
    amount(
      title,
      sql`(case when money.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))}) then ${of} end)`,
      {
        filter: `Kind in (${kinds.map((kind) => `'${kind}'`).join(',')})`,
        tax: 'AsBudget',
        ...blocked,
        ...more,
      },
    )
  return {
    actual: sum('Actual', ['Actual']),
    accrued: sum('Accrued', ['Accrued']),
    actualAndAccrued: sum('Actual and accrued', ['Actual', 'Accrued'], { isDerived: true }),
    pending: sum('Pending', ['Pending']),
    budget: sum('Budget', ['Budget'], { isTarget: true }),
    expected: sum('Expected', ['Expected']),
    forecast: amount('Forecast', forecast, {
      filter: 'Forecast ne null',
      isTarget: true,
      tax: 'AsBudget',
      ...blocked,
    }),
    overForecast: amount(
      'Forecast over budget',
      sql`(case when money.kind = 'Budget' then - ${of} when money.is_planned then ${forecast} end)`,
      { isDerived: true, leftOut: withoutBudget, ...blocked },
    ),
  } as const satisfies Readonly<Record<string, Measure>>
}

const measures = measuresOf(asBilled)

const dimensions = {
  date: { title: 'Date', column: 'date' },
  kind: { title: 'Kind', column: 'kind' },
  firm: { title: 'Firm', column: 'providerName' },
  matter: { title: 'Matter', column: 'matterId', labels: ['matterName'] },
  matterType: { title: 'Matter type', column: 'matterTypeId', labels: ['matterTypeName'] },
  team: { title: 'Team', column: 'matterTeamId', labels: ['matterTeamName'] },
  department: { title: 'Department', column: 'matterDepartmentId', labels: ['matterDepartmentName'] },
  owner: { title: 'Matter owner', column: 'matterOwnerId', labels: ['matterOwnerName'] },
  manager: { title: 'Matter manager', column: 'matterManagerId', labels: ['matterManagerName'] },
  currency: { title: 'Currency', column: 'currency' },
} as const satisfies Readonly<Record<string, Dimension>>

const reportable: Reportable = {
  measures,
  dimensions,
  currency: 'currency',
  dates: ['date'],
  open: ['date', 'kind', 'currency'],
}

const moneyRows = (
  more: Pick<Reading, 'isOwn'> = {},
): Pick<ReportList, 'seen'> & Required<Pick<ReportList, 'hidden'>> => ({
  seen: (db, actor, on) =>
    figureBase(
      withMoney(mattersVisibleTo(db, actor), { ...on, ...more, organisationId: actor.organisationId }),
    ),
  hidden: (db, actor, on) =>
    figureBase(
      withMoney(mattersHiddenFrom(db, actor), { ...on, ...more, organisationId: actor.organisationId }),
    ),
})

/** Money by date, for the organisation that pays; as of an earlier day it is what was known then. */
export const moneyReportList: ReportList = {
  name: 'moneyByDate',
  title: 'Money by date',
  reportable: () => reportable,
  organisation: sql<number>`matters.organisation_id`,
  isAsOf: true,
  ...moneyRows(),
  inOwnCurrency: async (db, actor, { now }) => ({
    currency: (await readOwnMoney(db, actor.organisationId, now)).currency,
    measures: measuresOf(inOwn),
    billedIn: sql<string>`money.currency`,
    counted: sql<number>`money.invoice_id`,
    missingIn: 'invoices',
    missingFilter: missingRateFilter,
    ...moneyRows({ isOwn: true }),
  }),
  ownMeasures: Object.keys(measures),
}
