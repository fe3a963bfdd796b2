// Executed contracts expire on their expiry date, in the local time of their organisation.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { change, systemActor } from '../../platform/events/change.ts'
import { countMove } from '../../records/lists/record-counts.ts'
import { contractKind } from '../contract-kind.ts'
import { contractColumns, contractOf, countedOf } from '../contract.ts'
import { eventsOfChange } from '../events.ts'
import { expiredSinceSql } from '../seen-stage.ts'

const batch = 100

/**
 * Moves every executed contract whose expiry has passed to Expired, with its events, and returns how many there were.
 */
export async function expireContracts(app: App): Promise<number> {
  const organisations = await app.db.selectFrom('organisations').select(['id', 'time_zone']).execute()
  let expired = 0
  for (const { id, time_zone: timeZone } of organisations) {
    for (let moved = batch; moved === batch; expired += moved) moved = await expireSome(app, id, timeZone)
  }
  return expired
}

function expireSome(app: App, organisationId: number, timeZone: string): Promise<number> {
  return change(app, systemActor('expire-contracts'), async (tx, now) => {
    // not through access.ts: contracts expire whether or not anybody sees them
    const rows = await tx
      .selectFrom('contracts')
      .where('organisation_id', '=', organisationId)
      .where('status', '=', 'Executed')
      .where('deleted_at', 'is', null)
      .where('expiry', '<=', sql<string>`(${now}::timestamptz at time zone ${timeZone})`)
      .orderBy('id')
      .limit(batch)
      .select([...contractColumns])
      .forUpdate()
      .skipLocked()
      .execute()
    const contracts = rows.map(contractOf)
    if (contracts.length === 0) return { result: 0, events: [] }
    await tx
      .updateTable('contracts')
      .set((eb) => ({
        status: 'Expired',
        stage_since: expiredSinceSql,
        version: eb('version', '+', 1),
        updated_at: now,
        last_activity_at: now,
      }))
      .where('organisation_id', '=', organisationId)
      .where(
        'id',
        'in',
        contracts.map(({ id }) => id),
      )
      .execute()
    const moves = contracts.map((contract) => ({
      contract,
      next: { ...contract, stage: 'Expired' as const },
    }))
    for (const { contract, next } of moves) {
      countMove(tx, contractKind, contract, { before: countedOf(contract), after: countedOf(next) })
    }
    const events = moves.flatMap(({ contract, next }) => eventsOfChange(contract, next))
    return { result: contracts.length, events }
  })
}
