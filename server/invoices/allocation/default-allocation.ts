// What invoices of a matter are allocated over when they are posted.
import { sql } from 'kysely'
import { getMatterFor, getMatterToSee } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { forbidden } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import type { OfMatter } from '../budgets/figures.ts'
import { defaultAllocated } from './events.ts'
import {
  allocationText,
  checkShares,
  idsOf,
  isSameAllocation,
  namesOfShare,
  type NamedShare,
  type Share,
} from './shares.ts'

async function listDefault(db: Reader, { organisationId, id }: OfMatter): Promise<readonly NamedShare[]> {
  const { rows } = await sql<NamedShare>`select ${namesOfShare}, a.percent::text from matter_allocations a
    where a.organisation_id = ${organisationId} and a.matter_id = ${id} order by a.position`.execute(db)
  return rows
}

/** The shares; empty without any. Throws not_found, and forbidden for people of law firms. */
export async function getDefaultAllocation(
  { db }: App,
  actor: Actor,
  matterId: number,
): Promise<readonly NamedShare[]> {
  const matter = await getMatterToSee(db, actor, matterId)
  if (matter.organisationId !== actor.organisationId)
    throw forbidden('Cost centres are for the organisation that owns the matter.')
  return listDefault(db, matter)
}

/**
 * Replaces the shares; invoices that are posted already stay as they are. For those who may set the budget. Throws
 * bad_request that names the share.
 */
export function setDefaultAllocation(
  app: App,
  actor: Actor,
  matterId: number,
  shares: readonly Share[],
): Promise<void> {
  return change(app, actor, async (tx) => {
    const matter = await getMatterFor(tx, actor, matterId, 'setBudget')
    const { organisationId } = matter
    const before = await listDefault(tx, matter)
    if (isSameAllocation(idsOf(before), shares)) return { result: undefined, events: [] }
    await checkShares(tx, shares, { organisationId, before: idsOf(before) })
    await tx
      .deleteFrom('matter_allocations')
      .where('organisation_id', '=', organisationId)
      .where('matter_id', '=', matterId)
      .execute()
    if (shares.length > 0) {
      const values = shares.map(({ costCentreId, legalEntityId, percent }, index) => ({
        organisation_id: organisationId,
        matter_id: matterId,
        position: index + 1,
        cost_centre_id: costCentreId,
        legal_entity_id: legalEntityId,
        percent,
      }))
      await tx.insertInto('matter_allocations').values(values).execute()
    }
    const after = await listDefault(tx, matter)
    const changes = { allocation: { from: allocationText(before), to: allocationText(after) } }
    return { result: undefined, events: [defaultAllocated(matter, { changes })] }
  })
}
