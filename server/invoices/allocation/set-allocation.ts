// Allocating an invoice over cost centres and legal entities.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, conflict } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { permitted } from '../../records/rights/access.ts'
import { getInvoiceForUpdate, type HeldInvoice } from '../access.ts'
import { askAgainIfReallocated, checkRulesOfAllocation } from '../approvals/rules-of-allocations.ts'
import { writeInvoice } from '../commands/write-invoice.ts'
import { standingExports } from '../exports/standing-export.ts'
import { isReviewable } from '../invoice.ts'
import { invoiceAllocated } from './events.ts'
import { allocationText, checkShares, idsOf, isSameAllocation, type Share } from './shares.ts'
import { forPayer } from './show-allocation.ts'
import { listAllocated, replaceShares } from './stored-allocation.ts'

export interface NewAllocation {
  /** None at all: the invoice is not allocated. */
  readonly shares: readonly Share[]
  /** Needed once the invoice is approved. */
  readonly reason: string | null
  readonly checkVersion: (version: number) => void
}

/**
 * Replaces the shares of an invoice: those who review it do until it is approved, those who may approve it afterwards,
 * with a reason, until it is exported. Approvers are asked again where other rules apply. Throws bad_request that names
 * the share, forbidden, and conflict where it is too late.
 */
export function setAllocation(app: App, actor: Actor, id: number, given: NewAllocation): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const held = await getInvoiceForUpdate(tx, actor, id)
    const { invoice, mover } = held
    const isLate = await checkInTime(tx, held)
    given.checkVersion(invoice.version)
    const changing = permitted(invoice, mover.involvement, isLate ? 'approveInvoices' : 'reviewInvoices')
    const before = await listAllocated(tx, invoice)
    if (isSameAllocation(idsOf(before), given.shares)) return { result: undefined, events: [] }
    if (isLate && given.reason === null)
      throw badInput('reason', 'is missing: say why an approved invoice is allocated otherwise.')
    await checkShares(tx, given.shares, { organisationId: invoice.organisationId, before: idsOf(before) })
    await replaceShares(tx, invoice, given.shares)
    const asked = isLate
      ? await checkRulesOfAllocation(tx, invoice)
      : await askAgainIfReallocated(tx, actor, invoice, now)
    await writeInvoice(tx, actor, changing, { next: invoice, now, touched: true })
    const after = await listAllocated(tx, invoice)
    const changes = {
      allocation: { from: allocationText(before), to: allocationText(after) },
      ...(given.reason === null ? {} : { reason: { from: null, to: given.reason } }),
    }
    return { result: undefined, events: [invoiceAllocated(invoice, { changes }), ...asked] }
  })
}

/** Whether the invoice is approved already. Throws forbidden for law firms, and conflict where it is too late. */
async function checkInTime(tx: Tx, { invoice, mover }: HeldInvoice): Promise<boolean> {
  if (!mover.involvement.isOwn) throw forPayer()
  if (isReviewable(invoice.status)) return false
  if (invoice.status !== 'Approved' && invoice.status !== 'Paid')
    throw conflict(`An invoice that is ${invoice.status} is not allocated; post it first.`)
  const standing = (await standingExports(tx, [invoice])).get(invoice.id)
  if (standing)
    throw conflict(
      `This invoice is in export ${standing.number} to finance, with its allocation; ${standing.status === 'Open' ? 'withdraw the export first' : 'correct it in the finance system'}.`,
    )
  return true
}
