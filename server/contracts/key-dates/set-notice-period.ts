// Setting and removing the notice period of a contract.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { lockContractFor, noteContractActivity } from '../access.ts'
import { noticePeriodRemoved, noticePeriodSet } from '../events.ts'
import { checkNotLocked } from '../signing/executed-lock.ts'
import { checkNotOutForSignature } from '../signing/here/request.ts'
import { keyDateColumns, keyDateOf } from '../key-date.ts'
import {
  checkNoticePeriod,
  dropNotice,
  findNoticePeriod,
  keepNoticeDate,
  type NoticePeriod,
  writeNoticePeriod,
} from './notice-period.ts'

type CheckVersion = (version: number) => void

/** Sets the period; the key date "Notice" follows. Allowed for everybody who may change the contract. */
export function setNoticePeriod(
  app: App,
  actor: Actor,
  contractId: number,
  { period, checkVersion }: { readonly period: NoticePeriod; readonly checkVersion: CheckVersion },
): Promise<void> {
  return change(app, actor, async (tx, now) => ({
    result: undefined,
    events: await setNoticePeriodWithin(tx, actor, contractId, { period, checkVersion, now }),
  }))
}

interface NewPeriod {
  readonly period: NoticePeriod
  readonly checkVersion?: CheckVersion
  readonly now: Date
}

/** The same inside a larger change, which stores the returned events. */
export async function setNoticePeriodWithin(
  tx: Tx,
  actor: Actor,
  contractId: number,
  { period, checkVersion, now }: NewPeriod,
): Promise<readonly DomainEvent[]> {
  checkNoticePeriod(period)
  const { contract } = await lockContractFor({ tx, actor, now, right: 'noticePeriod' }, contractId)
  await checkNotOutForSignature(tx, contract)
  const before = await findNoticePeriod(tx, contract)
  checkVersion?.(before?.version ?? 0)
  const isSame = before?.amount === period.amount && before.unit === period.unit
  if (before && !isSame) await checkNotLocked(tx, contract, 'The notice period')
  if (!isSame) await writeNoticePeriod(tx, contract, { ...period, version: (before?.version ?? 0) + 1, now })
  const keyDateId = before?.keyDateId ?? null
  const { expiry } = contract
  const followed = { expiry, by: actor.userId, now }
  const events = [
    ...(isSame ? [] : [noticePeriodSet(contract, before, period)]),
    ...(await keepNoticeDate(tx, contract, { ...period, keyDateId }, followed)),
  ]
  if (events.length > 0) await noteContractActivity(tx, contract, now)
  return events
}

/** Removes the period and its key date; does nothing if there is none. */
export function removeNoticePeriod(
  app: App,
  actor: Actor,
  contractId: number,
  checkVersion: CheckVersion,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { contract } = await lockContractFor({ tx, actor, now, right: 'noticePeriod' }, contractId)
    await checkNotOutForSignature(tx, contract)
    const before = await findNoticePeriod(tx, contract)
    if (!before) return { result: undefined, events: [] }
    checkVersion(before.version)
    await checkNotLocked(tx, contract, 'The notice period')
    const events: DomainEvent[] = [noticePeriodRemoved(contract, before)]
    if (before.keyDateId !== null) {
      const row = await tx
        .selectFrom('contract_key_dates')
        .where('organisation_id', '=', contract.organisationId)
        .where('id', '=', before.keyDateId)
        .select([...keyDateColumns])
        .forUpdate()
        .executeTakeFirstOrThrow()
      events.push(...(await dropNotice(tx, contract, keyDateOf(row))))
    }
    await tx
      .deleteFrom('contract_notice_periods')
      .where('organisation_id', '=', contract.organisationId)
      .where('contract_id', '=', contract.id)
      .execute()
    await noteContractActivity(tx, contract, now)
    return { result: undefined, events }
  })
}
