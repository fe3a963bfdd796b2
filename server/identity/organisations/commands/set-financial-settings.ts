// Setting the financial year of an organisation, its currency and its accounts payable contacts.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change, type SystemActor } from '../../../platform/events/change.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { differencesOf } from '../../../platform/events/differences.ts'
import { badInput } from '../../../platform/errors.ts'
import { getOrganisationToChange } from '../access.ts'
import { organisationEvent } from '../events.ts'
import { checkCurrency } from '../organisation.ts'
import { type FinancialSettings, longestRateAge } from '../financial-settings.ts'
import { readFinancialSettings } from '../read-organisations.ts'

/** What to set: an absent property is kept. */
export type FinancialChanges = Partial<FinancialSettings> & Pick<FinancialSettings, 'organisationId'>

/**
 * Sets the given properties; does nothing if they have these values already. For administrators of the organisation.
 * The year may end on any day of a year without 29 February.
 */
export async function setFinancialSettings(
  app: App,
  actor: Actor | SystemActor,
  changes: FinancialChanges,
): Promise<void> {
  const { organisationId } = changes
  if (changes.currency !== undefined) checkCurrency(changes.currency)
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    const before = await readFinancialSettings(tx, organisationId)
    const after = { ...before, ...changes }
    checkYearEnd(after.yearEndDay, after.yearEndMonth)
    checkRateAge(after.exchangeRateMaxAge)
    const changed = differencesOf(before, after, [
      'yearEndDay',
      'yearEndMonth',
      'accountsPayableContacts',
      'currency',
      'exchangeRateDay',
      'exchangeRateMaxAge',
    ])
    if (Object.keys(changed).length === 0) return { result: undefined, events: [] }
    await write(tx, after, now)
    const { yearEndDay, yearEndMonth, currency } = after
    const event = organisationEvent('organisation.financialsettings.updated', organisationId, {
      yearEndDay,
      yearEndMonth,
      currency,
      changes: changed,
    })
    return { result: undefined, events: [event] }
  })
}

async function write(tx: Tx, settings: FinancialSettings, now: Date): Promise<void> {
  const { organisationId, currency } = settings
  const values = {
    year_end_day: settings.yearEndDay,
    year_end_month: settings.yearEndMonth,
    accounts_payable_contacts: settings.accountsPayableContacts,
    rate_day: settings.exchangeRateDay,
    rate_max_age: settings.exchangeRateMaxAge,
    updated_at: now,
  }
  await tx
    .insertInto('financial_settings')
    .values({ organisation_id: organisationId, ...values })
    .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(values))
    .execute()
  await tx
    .updateTable('organisations')
    .set({ currency, updated_at: now })
    .where('id', '=', organisationId)
    .execute()
}

function checkYearEnd(day: number, month: number): void {
  const lastDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  const last = lastDays[month - 1]
  if (last === undefined) throw badInput('yearEndMonth', 'must be from 1 (January) to 12.')
  if (!Number.isInteger(day) || day < 1 || day > last) {
    throw badInput('yearEndDay', `must be a day from 1 to ${last} in that month.`)
  }
}

function checkRateAge(days: number): void {
  if (!Number.isInteger(days) || days < 0 || days > longestRateAge) {
    throw badInput('exchangeRateMaxAge', `must be a whole number from 0 to ${longestRateAge}.`)
  }
}
