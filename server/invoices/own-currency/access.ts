// Who sees rates of exchange: people who work in the legal department of the organisation that keeps them. No law firm
// sees those of its clients, and its own organisation has none. Administrators change them, as the financial settings.
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import { readFinancialSettings } from '../../identity/organisations/read-organisations.ts'
import { type Actor, worksInLegal } from '../../platform/actor.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'

/** Throws forbidden for people of law firms and for those who only request help. */
export function checkMaySeeRates(actor: Actor): void {
  if (actor.organisationType !== 'Customer' || !worksInLegal(actor)) {
    throw forbidden('Rates of exchange are for the legal department of the organisation that pays.')
  }
}

/** The rates of the actor's organisation. Throws forbidden for who does not see any. */
export function exchangeRatesVisibleTo(db: Reader, actor: Actor) {
  checkMaySeeRates(actor)
  return db.selectFrom('exchange_rates').where('exchange_rates.organisation_id', '=', actor.organisationId)
}

/**
 * The own currency of the actor's organisation, locked with its settings until the transaction ends: the rates of one
 * organisation are changed one after the other. Throws forbidden for who is not its administrator.
 */
export async function getOwnCurrencyToChange(tx: Tx, actor: Actor): Promise<string> {
  checkMaySeeRates(actor)
  const { id } = await getOrganisationToChange(tx, actor, actor.organisationId)
  return (await readFinancialSettings(tx, id)).currency
}

/** A rate of the actor's organisation, locked until the transaction ends. Throws not_found for any other. */
export async function getExchangeRateForUpdate(tx: Tx, actor: Actor, id: number) {
  await getOwnCurrencyToChange(tx, actor)
  const row = await exchangeRatesVisibleTo(tx, actor)
    .where('exchange_rates.id', '=', id)
    .selectAll('exchange_rates')
    .forUpdate('exchange_rates')
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}
