// Entering, correcting and removing rates of exchange: for administrators.
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { compareDecimals } from '../../platform/decimal.ts'
import { badInput, badInputs, conflict } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { VersionChecked } from '../../platform/version-checked.ts'
import { short } from '../events.ts'
import { getExchangeRateForUpdate, getOwnCurrencyToChange } from './access.ts'
import { exchangeRateEvent, rateFacts } from './events.ts'
import { exchangeRateProblems, type NewExchangeRate } from './exchange-rate.ts'
import { correctExchangeRates, insertExchangeRates } from './write-exchange-rates.ts'

const byHand = { source: 'Entered', fileName: null } as const

function checkRate(rate: NewExchangeRate, ownCurrency: string): void {
  const problems = Object.entries(exchangeRateProblems(rate, ownCurrency))
  if (problems.length > 0) {
    throw badInputs(Object.fromEntries(problems.map(([name, reason]) => [name, [reason]])))
  }
}

/** Enters a rate and returns its id. Throws bad_request for a day that has one: it is corrected instead. */
export function enterExchangeRate(app: App, actor: Actor, rate: NewExchangeRate): Promise<number> {
  return change(app, actor, async (tx, now) => {
    const { organisationId, userId } = actor
    const ownCurrency = await getOwnCurrencyToChange(tx, actor)
    checkRate(rate, ownCurrency)
    await checkRoom(tx, 'exchangeRates', { organisationId })
    const known = await tx
      .selectFrom('exchange_rates')
      .where('organisation_id', '=', organisationId)
      .where('own_currency', '=', ownCurrency)
      .where('currency', '=', rate.currency)
      .where('starts_on', '=', rate.from)
      .select('rate')
      .executeTakeFirst()
    if (known) {
      throw badInput(
        'from',
        `must be another day: from this one a rate is ${short(known.rate)}. Correct that.`,
      )
    }
    const writing = { tx, organisationId, userId, now, reason: null, ...byHand }
    const [id = 0] = await insertExchangeRates(writing, ownCurrency, [rate])
    const event = exchangeRateEvent('exchangeRate.created', { organisationId, id }, rateFacts(rate))
    return { result: id, events: [event] }
  })
}

/** What a rate should have been, and why. */
export interface RateCorrection {
  readonly id: number
  readonly rate: string
  readonly reason: string
}

/**
 * Corrects a rate; the version before stays, and so does what approved invoices have. Throws bad_request, not_found.
 */
export function correctExchangeRate(
  app: App,
  actor: Actor,
  { id, rate, reason }: RateCorrection,
  { checkVersion }: VersionChecked = {},
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const row = await getExchangeRateForUpdate(tx, actor, id)
    checkVersion?.(row.version)
    const before = { currency: row.currency, from: row.starts_on, rate: row.rate }
    checkRate({ ...before, rate }, row.own_currency)
    if (compareDecimals(row.rate, rate) === 0) return { result: undefined, events: [] }
    const { organisationId, userId } = actor
    await correctExchangeRates({ tx, organisationId, userId, now, reason, ...byHand }, [{ id, rate }])
    const changes = { exchangeRate: { from: short(row.rate), to: short(rate) } }
    const { currency, ratedFrom } = rateFacts(before)
    const facts = { currency, ratedFrom, changes, reason }
    return {
      result: undefined,
      events: [exchangeRateEvent('exchangeRate.updated', { organisationId, id }, facts)],
    }
  })
}

/** Removes a rate that no approved invoice has. Throws conflict for any other, and not_found. */
export function removeExchangeRate(
  app: App,
  actor: Actor,
  id: number,
  { checkVersion }: VersionChecked = {},
): Promise<void> {
  return change(app, actor, async (tx) => {
    const row = await getExchangeRateForUpdate(tx, actor, id)
    checkVersion?.(row.version)
    const { organisationId } = actor
    // not through access.ts: whether any has it, no matter who sees it
    const used = await tx
      .selectFrom('invoices')
      .where('organisation_id', '=', organisationId)
      .where('exchange_rate_id', '=', id)
      .select('id')
      .executeTakeFirst()
    if (used)
      throw conflict('Approved invoices have this rate. Correct it instead: they keep what they have.')
    await tx
      .deleteFrom('exchange_rates')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute()
    const facts = rateFacts({ currency: row.currency, from: row.starts_on, rate: row.rate })
    return {
      result: undefined,
      events: [exchangeRateEvent('exchangeRate.deleted', { organisationId, id }, facts)],
    }
  })
}
