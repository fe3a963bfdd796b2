// Invoices whose rate of exchange is missing: a column of lists, and applying rates that were entered after an
// approval.
import { sql, type SqlBool } from 'kysely'
import { defaultRates } from '../../identity/organisations/financial-settings.ts'
import { type Actor, checkAdministers } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import type { Column } from '../../platform/lists/list-query.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { isPaidByOwnOrganisation } from '../access.ts'
import { checkMaySeeRates, getOwnCurrencyToChange } from './access.ts'
import { chosenRate, isUnconverted, rateChosenBy } from './converted.ts'
import { exchangeRateEvent } from './events.ts'
import { freezeAll } from './freeze.ts'
import { type OwnMoney, readOwnMoney } from './own-money.ts'

const isApproved = sql<SqlBool>`(invoices.status in ('Approved', 'Paid'))`

/**
 * Whether an invoice in another currency has no rate, so that totals in the own currency are blocked; of an approved
 * one, whether none was frozen. False for everybody but people of the organisation that pays, in filters as well.
 */
export const missingRateColumn = ({ clock }: Pick<App, 'clock'>, actor: Actor): Column => {
  const of = (column: string) => sql`(select ${sql.ref(column)} from organisations o
    left join financial_settings s on s.organisation_id = o.id where o.id = invoices.organisation_id)`
  const currency = of('o.currency')
  const rate = rateChosenBy({
    currency,
    day: sql`(case ${of('s.rate_day')} when 'InvoiceDate' then invoices.invoice_date
      when 'ApprovalDate' then (${clock.now()}::timestamptz at time zone ${of('o.time_zone')})::date end)`,
    maxAge: sql`coalesce(${of('s.rate_max_age')}, ${sql.lit(defaultRates.exchangeRateMaxAge)})::integer`,
  })
  return {
    kind: 'boolean',
    nullable: false,
    sql: sql`(${isPaidByOwnOrganisation(actor)} and invoices.status not in ('Draft', 'Void')
      and invoices.currency <> ${currency} and invoices.own_currency is distinct from ${currency}
      and (${isApproved} or not exists (${rate})))`,
  }
}

/** The invoices in a currency that have no rate. */
export interface MissingRates {
  readonly currency: string
  /** Approved without a rate, and those of them for which there is one by now. */
  readonly approved: number
  readonly applicable: number
  /** Billed and not approved. */
  readonly waiting: number
}

const isWaiting = sql<SqlBool>`(invoices.status in ('Posted', 'InReview', 'Declined'))`

/** By currency, of all invoices of the organisation, no matter who sees them: for its administrators. */
export async function listMissingRates(app: App, actor: Actor): Promise<readonly MissingRates[]> {
  checkAdministers(actor)
  checkMaySeeRates(actor)
  return countMissing(app.db, await readOwnMoney(app.db, actor.organisationId, app.clock.now()))
}

async function countMissing(db: Reader, own: OwnMoney): Promise<readonly MissingRates[]> {
  // not through access.ts: counts only
  const { rows } = await sql<MissingRates>`
    select invoices.currency, count(*) filter (where ${isApproved})::integer as approved,
      count(chosen.id) filter (where ${isApproved})::integer as applicable,
      count(*) filter (where ${isWaiting})::integer as waiting
    from invoices left join lateral (${chosenRate(own)}) as chosen on true
    where invoices.organisation_id = ${own.organisationId} and ${isUnconverted(own)}
      and (${isApproved} or (${isWaiting} and chosen.id is null))
    group by 1 order by 1`.execute(db)
  return rows
}

// with all their lines, in one transaction
const mostAtOnce = 200

export interface AppliedRates {
  readonly applied: number
  /** What is missing then. */
  readonly missing: readonly MissingRates[]
}

/**
 * Freezes the amounts of approved invoices that had no rate and have one by now, at most 200: `applicable` says how
 * many are left. For administrators; the history has one event with the numbers of the invoices.
 */
export function applyMissingRates(app: App, actor: Actor): Promise<AppliedRates> {
  return change(app, actor, async (tx, now) => {
    const { organisationId } = actor
    await getOwnCurrencyToChange(tx, actor)
    const own = await readOwnMoney(tx, organisationId, now)
    // not through access.ts: of all matters, since their totals count
    const { rows } = await sql<{ readonly id: number; readonly number: string; readonly currency: string }>`
      select invoices.id, invoices.number, invoices.currency from invoices
      where invoices.organisation_id = ${organisationId} and ${isApproved} and ${isUnconverted(own)}
        and exists (${chosenRate(own)}) order by invoices.id limit ${sql.lit(mostAtOnce)} for update`.execute(
      tx,
    )
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await freezeAll(tx, own, ids)
    const result = { applied: ids.length, missing: await countMissing(tx, own) }
    if (ids.length === 0) return { result, events: [] }
    const facts = {
      count: ids.length,
      currency: own.currency,
      invoices: rows.map(({ number, currency }) => `${number} (${currency})`),
    }
    const event = exchangeRateEvent('exchangeRate.applied', { organisationId, id: null }, facts)
    return { result, events: [event] }
  })
}
