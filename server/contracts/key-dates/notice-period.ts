// Notice periods: how long before its expiry notice of a contract must be given. While there is a period and an expiry,
// the contract has the key date "Notice", which follows both.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import { badInput, conflict, notFound } from '../../platform/errors.ts'
import type { MayChange, MaySee } from '../../platform/granted.ts'
import { addDays, addMonths } from '../../platform/time/local-time.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { getContractToSee } from '../access.ts'
import type { Contract } from '../contract.ts'
import { keyDateCreated, keyDateDeleted, keyDateUpdated } from '../events.ts'
import { type KeyDate, keyDateColumns, keyDateOf } from '../key-date.ts'
import { insertKeyDate, writeKeyDate } from './write-key-date.ts'

export const noticeUnits = ['Days', 'Weeks', 'Months', 'Years'] as const

export interface NoticePeriod {
  readonly amount: number
  readonly unit: (typeof noticeUnits)[number]
}

/** A notice period with the last day for notice; null while the contract does not expire. */
export interface KnownNoticePeriod extends NoticePeriod {
  readonly noticeDate: string | null
  readonly keyDateId: number | null
  readonly version: number
}

type Ref = Pick<Contract, 'organisationId' | 'id'>

const longest = 999

/** Throws bad_request for what is no period. */
export function checkNoticePeriod({ amount }: NoticePeriod): void {
  if (!Number.isInteger(amount) || amount < 1 || amount > longest) {
    throw badInput('amount', `must be a whole number from 1 to ${longest}.`)
  }
}

const earliestNotice = '1900-01-01'

/**
 * The last day for notice: that of the expiry, less the period; the last day of a shorter month. Null if that is in no
 * living memory.
 */
export function noticeDateOf(expiry: string, { amount, unit }: NoticePeriod): string | null {
  const day = expiry.slice(0, 10)
  if (day < '2000-01-01') return null
  const date = dayAfterPeriod(day, { amount: -amount, unit })
  return date < earliestNotice ? null : date
}

/** The day a period after another one, before it for a negative amount; in a shorter month its last. */
export const dayAfterPeriod = (day: string, { amount, unit }: NoticePeriod): string =>
  unit === 'Days' || unit === 'Weeks'
    ? addDays(day, amount * (unit === 'Weeks' ? 7 : 1))
    : addMonths(day, amount * (unit === 'Years' ? 12 : 1))

/** The notice period of a contract that the caller may see; not_found if it has none. */
export async function getNoticePeriod(
  { db }: App,
  actor: Actor,
  contractId: number,
): Promise<KnownNoticePeriod> {
  const contract = await getContractToSee(db, actor, contractId)
  const found = await readNoticePeriod(db, contract)
  if (!found) throw notFound()
  return found
}

/** The notice period of a contract, with the last day for notice; undefined if it has none. */
export async function readNoticePeriod(
  db: Reader,
  contract: Contract & MaySee,
): Promise<KnownNoticePeriod | undefined> {
  const found = await findNoticePeriod(db, contract)
  const { expiry } = contract
  return found && { ...found, noticeDate: expiry === null ? null : noticeDateOf(expiry, found) }
}

/** The period as it is stored; undefined if there is none. */
export async function findNoticePeriod(
  db: Reader,
  { organisationId, id }: Ref,
): Promise<Omit<KnownNoticePeriod, 'noticeDate'> | undefined> {
  const row = await db
    .selectFrom('contract_notice_periods')
    .where('organisation_id', '=', organisationId)
    .where('contract_id', '=', id)
    .select(['amount', 'unit', 'key_date_id as keyDateId', 'version'])
    .executeTakeFirst()
  return row && { ...row, unit: row.unit as NoticePeriod['unit'] }
}

/** Stores the period of a contract, in place of the one it may have. */
export async function writeNoticePeriod(
  tx: Tx,
  { organisationId, id }: Ref & MayChange,
  { amount, unit, version, now }: NoticePeriod & { readonly version: number; readonly now: Date },
): Promise<void> {
  const row = { amount, unit, version, updated_at: now }
  await tx
    .insertInto('contract_notice_periods')
    .values({ ...row, organisation_id: organisationId, contract_id: id })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'contract_id']).doUpdateSet(row))
    .execute()
}

interface Followed {
  readonly expiry: string | null
  readonly by: string
  readonly now: Date
}

/** After a change of the expiry of a contract that is locked: its key date follows, if it has a notice period. */
export async function followExpiry(
  tx: Tx,
  contract: Ref & MayChange,
  followed: Followed,
): Promise<readonly DomainEvent[]> {
  const period = await findNoticePeriod(tx, contract)
  return period ? keepNoticeDate(tx, contract, period, followed) : []
}

/** Makes the key date of a stored period what it must be: there, on the right day, or gone. */
export async function keepNoticeDate(
  tx: Tx,
  contract: Ref & MayChange,
  { keyDateId, ...period }: NoticePeriod & { readonly keyDateId: number | null },
  { expiry, by, now }: Followed,
): Promise<readonly DomainEvent[]> {
  const date = expiry === null ? null : noticeDateOf(expiry, period)
  if (keyDateId === null) return date === null ? [] : addNotice(tx, contract, { date, by, now })
  const before = await lockNotice(tx, contract, keyDateId)
  if (date === null) return dropNotice(tx, contract, before.keyDate)
  if (date === before.keyDate.date) return []
  // what was done was another date
  const next = { ...before.keyDate, date, done: false }
  await writeKeyDate(tx, contract, before, { next, now })
  return keyDateUpdated(contract, before.keyDate, next)
}

const reminders: readonly number[] = [30, 7]

async function addNotice(
  tx: Tx,
  contract: Ref & MayChange,
  { date, by, now }: { readonly date: string; readonly by: string; readonly now: Date },
): Promise<readonly DomainEvent[]> {
  const keyDate = {
    name: 'Notice',
    date,
    value: '0.00',
    category: 'Notice',
    ownerId: null,
    done: false,
    reminders,
    recurrence: null,
  } as const
  const id = await insertKeyDate(tx, contract, keyDate, { by, now })
  await pointTo(tx, contract, id)
  return [keyDateCreated(contract, { ...keyDate, id })]
}

async function lockNotice(tx: Tx, { organisationId }: Ref, id: number) {
  const { version, remindedOn, ...row } = await tx
    .selectFrom('contract_key_dates')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .select([...keyDateColumns, 'version', 'reminded_on as remindedOn'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { keyDate: keyDateOf(row), version, remindedOn }
}

/** Deletes the key date of a notice period, which may stay. */
export async function dropNotice(
  tx: Tx,
  contract: Ref & MayChange,
  keyDate: KeyDate,
): Promise<readonly DomainEvent[]> {
  await pointTo(tx, contract, null)
  await tx
    .deleteFrom('contract_key_dates')
    .where('organisation_id', '=', contract.organisationId)
    .where('id', '=', keyDate.id)
    .execute()
  return [keyDateDeleted(contract, keyDate)]
}

const pointTo = (tx: Tx, { organisationId, id }: Ref, keyDateId: number | null) =>
  tx
    .updateTable('contract_notice_periods')
    .set({ key_date_id: keyDateId })
    .where('organisation_id', '=', organisationId)
    .where('contract_id', '=', id)
    .execute()

/** Throws conflict when a change would part the key date of a notice period from it. */
export async function checkStaysWithNotice(
  tx: Tx,
  contract: Ref,
  before: KeyDate,
  after: KeyDate,
): Promise<void> {
  if (before.date === after.date && before.recurrence === after.recurrence) return
  if (!(await isNotice(tx, contract, before))) return
  throw conflict(
    `Its date follows from the expiry and the notice period of the contract: change these. PUT /v2/contracts/${contract.id}/noticePeriod sets the period.`,
  )
}

/** Throws conflict for the key date of a notice period: it goes with that. */
export async function checkIsNoNotice(tx: Tx, contract: Ref, keyDate: KeyDate): Promise<void> {
  if (!(await isNotice(tx, contract, keyDate))) return
  throw conflict(
    `It belongs to the notice period of the contract. DELETE /v2/contracts/${contract.id}/noticePeriod removes both; or mark it as done.`,
  )
}

async function isNotice(tx: Tx, { organisationId }: Ref, { id }: KeyDate): Promise<boolean> {
  const row = await tx
    .selectFrom('contract_notice_periods')
    .where('organisation_id', '=', organisationId)
    .where('key_date_id', '=', id)
    .select('contract_id')
    .executeTakeFirst()
  return row !== undefined
}
