// Sets the financial year of an organisation, its currency and who pays its invoices.
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/change.ts'
import type { Tx } from '../../platform/database.ts'
import { badInput } from '../../platform/errors.ts'
import type { FinancialSettings } from '../financial-settings.ts'

/** Sets all of them at once; nothing happens when they stand so already. The year may end on any day that a year without 29 February has. */
export function setFinancialSettings(
  app: App,
  actor: SystemActor,
  settings: FinancialSettings,
): Promise<void> {
  const { organisationId, yearEndDay, yearEndMonth, accountsPayableContacts, currency } = settings
  checkYearEnd(yearEndDay, yearEndMonth)
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw badInput('currency', `"${currency}" is no currency. They are written as three capitals: NZD.`)
  }
  return change(app, actor, async (tx, now) => {
    if (await standsSo(tx, settings)) return { result: undefined, events: [] }
    const values = {
      year_end_day: yearEndDay,
      year_end_month: yearEndMonth,
      accounts_payable_contacts: accountsPayableContacts,
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
    const event = {
      name: 'organisation.financialsettings.updated',
      organisationId,
      resource: { kind: 'organisation', id: organisationId },
      subject: null,
      facts: { yearEndDay, yearEndMonth, currency },
    }
    return { result: undefined, events: [event] }
  })
}

async function standsSo(tx: Tx, settings: FinancialSettings): Promise<boolean> {
  const row = await tx
    .selectFrom('financial_settings as s')
    .innerJoin('organisations', 'organisations.id', 's.organisation_id')
    .where('s.organisation_id', '=', settings.organisationId)
    .where('s.year_end_day', '=', settings.yearEndDay)
    .where('s.year_end_month', '=', settings.yearEndMonth)
    .where('s.accounts_payable_contacts', 'is not distinct from', settings.accountsPayableContacts)
    .where('organisations.currency', '=', settings.currency)
    .select('s.organisation_id')
    .executeTakeFirst()
  return row !== undefined
}

function checkYearEnd(day: number, month: number): void {
  const lastDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  const last = lastDays[month - 1]
  if (last === undefined) throw badInput('yearEndMonth', 'yearEndMonth must be from 1 (January) to 12.')
  if (!Number.isInteger(day) || day < 1 || day > last) {
    throw badInput('yearEndDay', `yearEndDay must be from 1 to ${last} in month ${month}.`)
  }
}
