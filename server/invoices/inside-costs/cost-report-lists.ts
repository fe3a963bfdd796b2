// Reports of what the department itself costs, and of that against what outside counsel costs. docs/reports.md says
// what each figure means.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { figureBase } from '../../platform/lists/figure-rows.ts'
import type { Dimension, Measure, Reportable } from '../../platform/lists/measures.ts'
import type { InOwnCurrency, ReportList } from '../../platform/lists/report-list.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { invoicesHiddenFrom } from '../access.ts'
import { amount, where, withoutTax } from '../measures.ts'
import { isUnconverted } from '../own-currency/converted.ts'
import { type OwnMoney, readOwnMoney } from '../own-currency/own-money.ts'
import { ownApproved } from '../own-currency/own-figures.ts'
import { insideCostsVisibleTo, seesInsideCosts } from './access.ts'
import { legalCostsVisibleTo, outsideCostsOf, type Shown } from './legal-costs.ts'

const dimension = (title: string, column: string, labels?: readonly string[]): Dimension => ({
  title,
  column,
  ...(labels ? { labels } : {}),
})

const withHours = { filter: 'Hours ne null' } as const

/** What an hour costs, of what has hours. */
const perHour = (cost: RawBuilder<unknown>, hours: RawBuilder<unknown>): Measure => ({
  title: 'Inside cost per hour',
  unit: 'rate',
  as: 'ratio',
  of: cost,
  per: hours,
  ...withHours,
})

const counted: Measure = { title: 'Number', unit: 'count', as: 'sum', of: sql`1` }

const cost = sql.ref('inside_costs.amount')
const costHours = sql.ref('inside_costs.hours')

const insideReportable: Reportable = {
  measures: {
    inside: { title: 'Inside cost', unit: 'amount', as: 'sum', of: cost },
    hours: { title: 'Hours', unit: 'hours', as: 'sum', of: costHours, ...withHours },
    perHour: perHour(cost, costHours),
    count: counted,
  },
  dimensions: {
    month: dimension('Month', 'month'),
    kind: dimension('Kind of cost', 'kind'),
    costCentre: dimension('Cost centre', 'costCentreId', ['costCentreCode', 'costCentreName']),
    department: dimension('Department', 'departmentId', ['departmentName']),
    currency: dimension('Currency', 'currency'),
  },
  currency: 'currency',
  dates: ['month'],
  open: [],
}

/** What the department itself costs. */
const insideCostReportList: ReportList = {
  name: 'insideCosts',
  title: 'Inside costs',
  reportable: () => insideReportable,
  organisation: sql<number>`inside_costs.organisation_id`,
  isFor: seesInsideCosts,
  seen: (db, actor) => figureBase(insideCostsVisibleTo(db, actor)),
}

const column = (name: string) => sql.ref(`legal_costs.${name}`)
const isOn = (side: 'Inside' | 'Outside') => sql<SqlBool>`(${column('side')} = ${sql.lit(side)})`
const [isInside, isOutside] = [isOn('Inside'), isOn('Outside')]

/** Invoices without a rate block a figure that they are in. */
const isMissing = sql<SqlBool>`${column('is_missing')}`
const blocked = { blockedBy: isMissing }

const leftOut = {
  leftOut: {
    when: sql<SqlBool>`${column('is_left_out')}`,
    because:
      'Inside costs that were entered in another currency are not in these figures: correct them to have them in yours.',
  },
}

const sum = (title: string, on: readonly RawBuilder<SqlBool>[], more: Partial<Measure>): Measure =>
  amount(title, on.length > 0 ? where(on, column('amount')) : column('amount'), more)

const legalReportable: Reportable = {
  measures: {
    inside: sum('Inside', [isInside], { filter: "Side eq 'Inside'", ...leftOut }),
    outside: sum('Outside', [isOutside], { filter: "Side eq 'Outside'", ...blocked, ...withoutTax }),
    cost: sum('Inside and outside', [], { ...leftOut, ...blocked, ...withoutTax }),
    insidePercent: {
      title: 'Inside in percent',
      unit: 'percent',
      as: 'ratio',
      of: sql`(case when ${isInside} then 100 * ${column('amount')} when ${isOutside} then 0 end)`,
      per: column('amount'),
      isSpend: true,
      ...leftOut,
      ...blocked,
    },
    hours: {
      title: 'Inside hours',
      unit: 'hours',
      as: 'sum',
      of: column('hours'),
      isSpend: true,
      ...withHours,
    },
    perHour: { ...perHour(where([isInside], column('amount')), column('hours')), isSpend: true, ...leftOut },
    count: { ...counted, isSpend: true },
  },
  dimensions: {
    side: dimension('Inside or outside', 'side'),
    kind: dimension('Kind of cost', 'kind'),
    date: dimension('Date', 'date'),
    department: dimension('Department', 'departmentId', ['departmentName']),
    firm: dimension('Firm', 'firm'),
    matter: dimension('Matter', 'matterId', ['matterName']),
    currency: dimension('Currency', 'currency'),
  },
  currency: 'currency',
  dates: ['date'],
  open: ['side', 'kind', 'date', 'currency', 'createdAt'],
}

/** Amounts in the own currency: invoices as their approvals have frozen it, inside costs as they were entered in it. */
const inOwn = (own: OwnMoney): Shown => ({
  outside: ownApproved(own),
  isMissing: isUnconverted(own),
  inside: sql`(case when inside_costs.currency = ${own.currency} then inside_costs.amount end)`,
  isLeftOut: sql`(inside_costs.currency <> ${own.currency})`,
})

async function ownLegalCosts(
  db: Reader,
  actor: Actor,
  { now }: { readonly now: Date },
): Promise<InOwnCurrency> {
  const own = await readOwnMoney(db, actor.organisationId, now)
  const shown = inOwn(own)
  return {
    currency: own.currency,
    measures: legalReportable.measures,
    billedIn: sql<string>`legal_costs.currency`,
    counted: sql<number>`legal_costs.invoice_id`,
    missingIn: 'invoices',
    missingFilter: (currency) => `OwnCurrency/MissingRate eq true and Currency eq '${currency}'`,
    seen: (reader, who) => figureBase(legalCostsVisibleTo(reader, who, shown)),
    hidden: (reader, who) => figureBase(outsideCostsOf(reader, who, invoicesHiddenFrom(reader, who), shown)),
  }
}

/** What legal work costs, inside and outside. */
const legalCostReportList: ReportList = {
  name: 'legalCosts',
  title: 'Inside and outside costs',
  reportable: () => legalReportable,
  organisation: sql<number>`legal_costs.organisation_id`,
  isFor: seesInsideCosts,
  seen: (db, actor) => figureBase(legalCostsVisibleTo(db, actor)),
  hidden: (db, actor) => figureBase(outsideCostsOf(db, actor, invoicesHiddenFrom(db, actor))),
  inOwnCurrency: ownLegalCosts,
}

export const costReportLists: readonly ReportList[] = [legalCostReportList, insideCostReportList]
