// Reminders that contracts expire: thirty days before and on the day, to the owner, once each.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { change, systemActor } from '../../platform/events/change.ts'
import { addDays } from '../../platform/time/local-time.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { expiryReminded } from '../events.ts'
import { type ReminderDay, reminderDays } from './reminder-days.ts'
import { daysBetween } from './reminders.ts'

const batch = 100
/** How long before the expiry of a contract people are reminded of it. */
export const daysBefore = 30
// how long a reminder is made up for, when nothing ran in the meantime
const daysAfter = 62

/**
 * Raises `contract.expiry.reminder` for every contract that expires within thirty days or today, and returns how many
 * there were. A contract whose expiry is set or moved is reminded of again.
 */
export async function remindOfExpiry(app: App): Promise<number> {
  let reminded = 0
  for (const reminderDay of await reminderDays(app)) {
    for (let some = batch; some === batch; reminded += some) some = await remindSome(app, reminderDay)
  }
  return reminded
}

function remindSome(app: App, { organisationId, day }: ReminderDay): Promise<number> {
  return change(app, systemActor('remind-of-expiry'), async (tx) => {
    const rows = await lockExpiring(tx, { organisationId, day })
    if (rows.length === 0) return { result: 0, events: [] }
    await tx
      .insertInto('contract_expiry_reminders')
      .values(
        rows.map(({ id, expiry }) => ({
          organisation_id: organisationId,
          contract_id: id,
          expiry,
          days: expiry.slice(0, 10) > day ? daysBefore : 0,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['organisation_id', 'contract_id'])
          .doUpdateSet({ expiry: sql`excluded.expiry`, days: sql`excluded.days` }),
      )
      .execute()
    const events = rows.map(({ id, expiry, ownerId }) =>
      expiryReminded(
        { organisationId, id },
        { expiry, days: daysBetween(day, expiry.slice(0, 10)), ownerId },
      ),
    )
    return { result: rows.length, events }
  })
}

interface Expiring {
  readonly id: number
  readonly expiry: string
  readonly ownerId: string
}

/** Those that are executed, and on the day and after it those that have expired since; not yet reminded of. */
async function lockExpiring(tx: Tx, { organisationId, day }: ReminderDay): Promise<readonly Expiring[]> {
  // not through access.ts: contracts expire whether or not anybody sees them
  const { rows } = await sql<Expiring>`
    select c.id, c.expiry, c.owner_id as "ownerId" from contracts c
    where c.organisation_id = ${organisationId} and c.deleted_at is null
      and c.expiry >= ${addDays(day, -daysAfter)}::timestamp and c.expiry < ${addDays(day, daysBefore + 1)}::timestamp
      and (c.status = 'Executed' or c.status = 'Expired' and c.expiry < ${addDays(day, 1)}::timestamp)
      and not exists (select 1 from contract_expiry_reminders r
        where r.organisation_id = c.organisation_id and r.contract_id = c.id and r.expiry = c.expiry
          and (r.days = 0 or c.expiry >= ${addDays(day, 1)}::timestamp))
    order by c.id limit ${batch} for update of c skip locked`.execute(tx)
  return rows
}
