// The key dates of a decision about the end of a contract: those of category Renewal and Notice until then.
import type { DomainEvent } from '../../platform/events/change.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Contract } from '../contract.ts'
import { keyDateUpdated } from '../events.ts'
import { type KeyDate, keyDateColumns, keyDateOf } from '../key-date.ts'
import { dayAfterPeriod, findNoticePeriod } from '../key-dates/notice-period.ts'
import { writeKeyDate } from '../key-dates/write-key-date.ts'
import type { RenewalTerm } from './renewal.ts'

type Ref = Pick<Contract, 'organisationId' | 'id'> & MayChange
type State = Pick<KeyDate, 'date' | 'done'>

/** What a decision made of a key date. */
export interface SettledDate {
  readonly id: number
  readonly from: State
  readonly to: State
}

interface Settled {
  readonly settled: readonly SettledDate[]
  readonly events: readonly DomainEvent[]
}

/**
 * Moves the key dates that are about this end by the term; without one, marks them as done. Those that recur stay as
 * they are, and that of the notice period moves with the expiry.
 */
export async function settleDates(
  tx: Tx,
  contract: Ref,
  { expiry, term, now }: { readonly expiry: string; readonly term: RenewalTerm | null; readonly now: Date },
): Promise<Settled> {
  const own = term ? (await findNoticePeriod(tx, contract))?.keyDateId : undefined
  const rows = await lockDates(tx, contract)
  const about = rows.filter(
    ({ keyDate: { id, date, done, recurrence } }) =>
      !done && recurrence === null && date <= expiry && id !== own,
  )
  const settled: SettledDate[] = []
  const events: DomainEvent[] = []
  for (const before of about) {
    const { id, date, done } = before.keyDate
    const to = term ? { date: dayAfterPeriod(date, term), done: false } : { date, done: true }
    events.push(...(await write(tx, contract, { before, to, now })))
    settled.push({ id, from: { date, done }, to })
  }
  return { settled, events }
}

/** Puts key dates back that nobody has changed since. */
export async function putBackDates(
  tx: Tx,
  contract: Ref,
  { settled, now }: { readonly settled: readonly SettledDate[]; readonly now: Date },
): Promise<readonly DomainEvent[]> {
  const rows = settled.length === 0 ? [] : await lockDates(tx, contract)
  const events: DomainEvent[] = []
  for (const { id, from, to } of settled) {
    const before = rows.find(({ keyDate }) => keyDate.id === id)
    if (before?.keyDate.date !== to.date || before.keyDate.done !== to.done) continue
    events.push(...(await write(tx, contract, { before, to: from, now })))
  }
  return events
}

interface Locked {
  readonly keyDate: KeyDate
  readonly version: number
  readonly remindedOn: string | null
}

async function write(
  tx: Tx,
  contract: Ref,
  { before, to, now }: { readonly before: Locked; readonly to: State; readonly now: Date },
): Promise<readonly DomainEvent[]> {
  const next = { ...before.keyDate, ...to }
  await writeKeyDate(tx, contract, before, { next, now })
  return keyDateUpdated(contract, before.keyDate, next)
}

async function lockDates(tx: Tx, { organisationId, id }: Ref): Promise<readonly Locked[]> {
  const rows = await tx
    .selectFrom('contract_key_dates')
    .where('organisation_id', '=', organisationId)
    .where('contract_id', '=', id)
    .where('category', 'in', ['Renewal', 'Notice'])
    .orderBy('id')
    .select([...keyDateColumns, 'version', 'reminded_on as remindedOn'])
    .forUpdate()
    .execute()
  return rows.map(({ version, remindedOn, ...row }) => ({ keyDate: keyDateOf(row), version, remindedOn }))
}
