// Changing the status of an invoice: posting, reviewing, approving, declining, paying, voiding.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import { compareDecimals } from '../../platform/decimal.ts'
import { badInputs, conflict, sentence } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { getInvoiceForUpdate } from '../access.ts'
import { permitted } from '../../records/rights/access.ts'
import { apportion } from '../allocation/stored-allocation.ts'
import { checkMayApproveAlone, withdrawWaiting } from '../approvals/rules-of-moves.ts'
import { keepEarlierFiles } from '../exchange/answer-files.ts'
import { removeExchanges } from '../exchange/exchange.ts'
import { checkCreditOfPosting } from '../credits/check-credit.ts'
import { checkNotCredited, countCredit } from '../credits/count-credit.ts'
import { checkNotWaiting } from '../exchange/waiting.ts'
import { checkNotExported } from '../exports/standing-export.ts'
import { type Invoice, isReviewable } from '../invoice.ts'
import { flagPosted, refusedByGuidelines } from '../guidelines/post-with-guidelines.ts'
import { applyTransition, rightToMake, type Transition } from '../transitions.ts'
import { approveWithin } from './approve-within.ts'
import { paidOf } from '../payments/payment.ts'
import { removeCorrections } from '../taxes/corrections.ts'
import { refreshTaxCodes } from '../taxes/refresh-codes.ts'
import { writeInvoice } from './write-invoice.ts'

/**
 * Applies the transition. Throws not_found; forbidden without the permission or for a transition of the other side; and
 * conflict, naming the possible transitions, if the status of the invoice does not allow it.
 */
export const transitionInvoice = (app: App, actor: Actor, id: number, move: Transition): Promise<void> =>
  transitionAsRead(app, actor, { id, move })

/** The same, only to the version that was read. */
export function transitionAsRead(app: App, actor: Actor, moving: Omit<Moving, 'now'>): Promise<void> {
  return change(app, actor, async (tx, now) => ({
    result: undefined,
    events: await transitionWithin(tx, actor, { ...moving, now }),
  }))
}

interface Moving {
  readonly id: number
  readonly move: Transition
  readonly now: Date
  /** Throws when the invoice is not in the version that was read. */
  readonly checkVersion?: ((version: number) => void) | undefined
}

/** The same inside a larger change, which stores the returned events. */
export async function transitionWithin(
  tx: Tx,
  actor: Actor,
  { id, move, now, checkVersion }: Moving,
): Promise<readonly DomainEvent[]> {
  const { invoice, mover } = await getInvoiceForUpdate(tx, actor, id)
  const next = applyTransition(invoice, move, mover, now)
  checkVersion?.(invoice.version)
  const changing = permitted(invoice, mover.involvement, rightToMake(move.kind))
  if (move.kind === 'approve') {
    await checkMayApproveAlone(tx, actor, invoice, now)
    return approveWithin(tx, actor, changing, { fees: move.fees, now })
  }
  if (move.kind === 'void' && invoice.status === 'Approved') await checkMayBeVoided(tx, invoice)
  if (move.kind === 'decline') await checkNotWaiting(tx, invoice, now)
  if (move.kind === 'post') {
    if (invoice.status === 'Declined') {
      await removeExchanges(tx, invoice)
      await keepEarlierFiles(tx, invoice)
      await removeCorrections(tx, invoice)
    }
    await checkCreditOfPosting(tx, invoice)
    await checkTaxesOfPosting(tx, invoice)
    const refused = await flagPosted(tx, changing, now)
    if (refused.length > 0) throw refusedByGuidelines(refused)
  }
  const moved = [...(await writeInvoice(tx, actor, changing, { next, now }))]
  if (move.kind === 'void' && invoice.status === 'Approved')
    moved.push(...(await countCredit(tx, invoice, now)))
  if (move.kind === 'post') await apportion(tx, invoice, { isPosted: true })
  return endsReview(invoice, next) ? [...moved, ...(await withdrawWaiting(tx, invoice, now))] : moved
}

/** Throws bad_request naming `lines[0].taxRate`. */
async function checkTaxesOfPosting(tx: Tx, invoice: Invoice): Promise<void> {
  const errors = (await refreshTaxCodes(tx, invoice)).map(
    ({ line, property, message }) => [`lines[${line - 1}].${property}`, [sentence(message)]] as const,
  )
  if (errors.length > 0) throw badInputs(Object.fromEntries(errors))
}

async function checkMayBeVoided(tx: Tx, invoice: Invoice): Promise<void> {
  await checkNotExported(tx, invoice)
  await checkNotCredited(tx, invoice)
  if (compareDecimals(paidOf(invoice), '0') !== 0) {
    throw conflict('A part of this invoice is paid: take the payments back before it is voided.')
  }
}

const endsReview = (before: Invoice, after: Invoice): boolean =>
  before.status === 'InReview' && !isReviewable(after.status)
