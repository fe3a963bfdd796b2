// Writing key dates, with the day on which their next reminder is due.
import { localDay } from '../../identity/organisations/local-day.ts'
import { addDays } from '../../platform/time/local-time.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Contract } from '../contract.ts'
import type { KeyDate } from '../key-date.ts'
import { nextReminder } from './reminders.ts'

type Ref = Pick<Contract, 'organisationId' | 'id'>

interface Written {
  readonly by: string
  readonly now: Date
}

/** Inserts a key date that has been checked, and returns its id. */
export async function insertKeyDate(
  tx: Tx,
  contract: Ref & MayChange,
  keyDate: Omit<KeyDate, 'id'>,
  { by, now }: Written,
): Promise<number> {
  const { id } = await tx
    .insertInto('contract_key_dates')
    .values({
      ...columnsOf(keyDate),
      ...(await reminderColumns(tx, contract, keyDate, { now, remindedOn: null })),
      organisation_id: contract.organisationId,
      contract_id: contract.id,
      created_by: by,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface Before {
  readonly keyDate: KeyDate
  readonly version: number
  readonly remindedOn: string | null
}

/** Writes what a key date has become; it was read while it was locked. */
export async function writeKeyDate(
  tx: Tx,
  contract: Ref & MayChange,
  { keyDate, version, remindedOn }: Before,
  { next, now }: { readonly next: KeyDate; readonly now: Date },
): Promise<void> {
  const moves = remindsOtherwise(keyDate, next)
  const isSameDay = keyDate.date === next.date
  await tx
    .updateTable('contract_key_dates')
    .set({
      ...columnsOf(next),
      ...(moves
        ? await reminderColumns(tx, contract, next, { now, remindedOn: isSameDay ? remindedOn : null })
        : {}),
      version: version + 1,
      updated_at: now,
    })
    .where('organisation_id', '=', contract.organisationId)
    .where('id', '=', keyDate.id)
    .execute()
}

const remindsOtherwise = (before: KeyDate, after: KeyDate) =>
  before.date !== after.date ||
  before.done !== after.done ||
  before.recurrence !== after.recurrence ||
  before.reminders.join() !== after.reminders.join()

const columnsOf = ({
  name,
  date,
  value,
  category,
  ownerId,
  done,
  reminders,
  recurrence,
}: Omit<KeyDate, 'id'>) => ({
  name,
  date,
  value,
  category,
  owner_id: ownerId,
  done,
  reminders: [...reminders],
  recurrence,
})

/** Reminders whose day is over when they are set are not made up for; that of today is, unless it went out already. */
async function reminderColumns(
  tx: Tx,
  { organisationId }: Ref,
  keyDate: Omit<KeyDate, 'id'>,
  { now, remindedOn }: { readonly now: Date; readonly remindedOn: string | null },
) {
  if (keyDate.done || keyDate.reminders.length === 0) return { next_reminder: null, reminder_of: null }
  const today = await localDay(tx, organisationId, now)
  const next = nextReminder(keyDate, remindedOn === today ? addDays(today, 1) : today)
  return { next_reminder: next?.on ?? null, reminder_of: next?.of ?? null }
}
