// Reminders of key dates: an event for each that is due, once, in the morning of the organisation.
import type { Selectable } from 'kysely'
import type { App } from '../../platform/app.ts'
import { change, systemActor } from '../../platform/events/change.ts'
import { addDays } from '../../platform/time/local-time.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { ContractKeyDatesTable } from '../../platform/postgres/tables.ts'
import { keyDateReminded } from '../events.ts'
import { keyDateOf } from '../key-date.ts'
import { whoSees } from './check-owner.ts'
import { type ReminderDay, reminderDays } from './reminder-days.ts'
import { daysBetween, nextReminder } from './reminders.ts'

const batch = 100

/**
 * Raises `contract.keydate.reminder` for every reminder that is due, and returns how many there were. Of several that
 * were missed, because nothing ran for days, there is one.
 */
export async function remindOfKeyDates(app: App): Promise<number> {
  let reminded = 0
  for (const reminderDay of await reminderDays(app)) {
    for (let some = batch; some === batch; reminded += some) some = await remindSome(app, reminderDay)
  }
  return reminded
}

function remindSome(app: App, { organisationId, day }: ReminderDay): Promise<number> {
  return change(app, systemActor('remind-of-key-dates'), async (tx) => {
    const rows = await lockDue(tx, { organisationId, day })
    if (rows.length === 0) return { result: 0, events: [] }
    const contractOf = ({ contract_id: id }: Due) => ({ organisationId, id })
    const sees = await whoSees(
      tx,
      rows.map(contractOf),
      rows.flatMap(({ owner_id }) => owner_id ?? []),
    )
    for (const row of rows) {
      const next = nextReminder(keyDateOf(row), addDays(day, 1))
      await tx
        .updateTable('contract_key_dates')
        .set({ next_reminder: next?.on ?? null, reminder_of: next?.of ?? null, reminded_on: day })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', row.id)
        .execute()
    }
    const events = rows.map((row) => {
      const date = row.reminder_of ?? row.date
      // a reminder to an owner who left reaches no one
      const ownerId = sees(contractOf(row), row.owner_id) ? row.owner_id : null
      const { id, name } = row
      return keyDateReminded(contractOf(row), { id, name, date, days: daysBetween(day, date), ownerId })
    })
    return { result: rows.length, events }
  })
}

type Due = Selectable<ContractKeyDatesTable>

const lockDue = (tx: Tx, { organisationId, day }: ReminderDay): Promise<readonly Due[]> =>
  // not through access.ts: key dates come near whether or not anybody sees them
  tx
    .selectFrom('contract_key_dates')
    .innerJoin('contracts', (join) =>
      join
        .onRef('contracts.organisation_id', '=', 'contract_key_dates.organisation_id')
        .onRef('contracts.id', '=', 'contract_key_dates.contract_id'),
    )
    .where('contract_key_dates.organisation_id', '=', organisationId)
    .where('contract_key_dates.next_reminder', '<=', day)
    .where('contracts.deleted_at', 'is', null)
    .where('contracts.status', '<>', 'Void')
    .orderBy('contract_key_dates.id')
    .limit(batch)
    .selectAll('contract_key_dates')
    .forUpdate('contract_key_dates')
    .skipLocked()
    .execute()
