// The transitions between the statuses of an invoice, and who may make them: the customer reviews and pays, the
// provider posts and withdraws.
import { badInput, conflict, forbidden } from '../platform/errors.ts'
import { compareDecimals, isDecimal } from '../platform/decimal.ts'
import { refusalOf } from '../records/rights/access.ts'
import { type Involvement, may } from '../records/rights/involvement.ts'
import type { RecordRight } from '../records/rights/rights-table.ts'
import type { Invoice, InvoiceStatus } from './invoice.ts'
import { paidOf } from './payments/payment.ts'

/** What can be done with an invoice. */
export type Transition =
  | { readonly kind: 'post' | 'review' | 'unpay' | 'void' }
  /** Without fees all of them are approved. */
  | { readonly kind: 'approve'; readonly fees?: string }
  | { readonly kind: 'decline'; readonly reason: string }
  | { readonly kind: 'pay'; readonly paidAt?: Date; readonly note?: string | null }

/** Who makes the transition, and what they are on the matter. */
export interface Party {
  readonly userId: string
  readonly involvement: Involvement
}

interface Rule {
  readonly from: readonly InvoiceStatus[]
  readonly to: InvoiceStatus
  readonly right: RecordRight
  /** The statuses from which people of the provider may do it, who have the right; default: all. */
  readonly byProvider?: readonly InvoiceStatus[]
  /** For messages: `cannot be …`. */
  readonly done: string
}

const rules: Readonly<Record<Transition['kind'], Rule>> = {
  post: { from: ['Draft', 'Declined'], to: 'Posted', right: 'postInvoices', done: 'posted' },
  review: { from: ['Posted'], to: 'InReview', right: 'reviewInvoices', done: 'taken into review' },
  approve: { from: ['Posted', 'InReview'], to: 'Approved', right: 'approveInvoices', done: 'approved' },
  decline: { from: ['Posted', 'InReview'], to: 'Declined', right: 'declineInvoices', done: 'declined' },
  pay: { from: ['Approved'], to: 'Paid', right: 'payInvoices', done: 'paid' },
  unpay: { from: ['Paid'], to: 'Approved', right: 'payInvoices', done: 'marked as unpaid' },
  void: {
    right: 'voidInvoices',
    from: ['Draft', 'Posted', 'InReview', 'Approved', 'Declined'],
    to: 'Void',
    byProvider: ['Draft', 'Posted', 'Declined'],
    done: 'voided',
  },
}

const kinds = Object.keys(rules) as readonly Transition['kind'][]

/** The right that a transition asks for. */
export const rightToMake = (kind: Transition['kind']): RecordRight => rules[kind].right

/** What decides on what can be done with an invoice, beside its status. */
interface Standing {
  readonly status: InvoiceStatus
  /** Whether a part of it is paid, it is in an export to finance, or credit notes name it: then it is not voided. */
  readonly isBound: boolean
}

const isPossible = (kind: Transition['kind'], { status, isBound }: Standing): boolean =>
  rules[kind].from.includes(status) && !(kind === 'void' && isBound)

/** What somebody may do with an invoice as it stands. */
export const allowedTransitions = (
  standing: Standing,
  involvement: Involvement,
): readonly Transition['kind'][] =>
  kinds.filter((kind) => {
    const { from, byProvider = from, right } = rules[kind]
    const isTheirs = (involvement.isOwn ? from : byProvider).includes(standing.status)
    return isTheirs && isPossible(kind, standing) && may(involvement, right)
  })

/**
 * The invoice after the transition. Throws conflict naming what is possible, forbidden for the other side, and
 * bad_request for invalid input.
 */
export function applyTransition(invoice: Invoice, move: Transition, mover: Party, now: Date): Invoice {
  const rule = rules[move.kind]
  if (!rule.from.includes(invoice.status)) throw notPossible(invoice, rule)
  const { involvement } = mover
  if (!may(involvement, rule.right)) {
    throw involvement.isOwn
      ? refusalOf(involvement, rule.right)
      : forbidden(`Invoices are ${rule.done} by the organisation that pays them.`)
  }
  if (!involvement.isOwn && rule.byProvider?.includes(invoice.status) === false) {
    throw forbidden(
      `An invoice that is ${invoice.status} can only be ${rule.done} by the organisation that pays it.`,
    )
  }
  return { ...invoice, ...consequences(invoice, move, mover, now), status: rule.to }
}

function consequences(invoice: Invoice, move: Transition, { userId }: Party, now: Date): Partial<Invoice> {
  switch (move.kind) {
    case 'post':
      return { postedAt: now, declinedBecause: null }
    case 'approve':
      return { approvedFees: approved(invoice, move.fees), approvedBy: userId, approvedAt: now }
    case 'decline':
      return { declinedBecause: reasonOf(move.reason) }
    case 'pay':
      return {
        paidAt: move.paidAt ?? now,
        ...(move.note === undefined ? {} : { paymentNote: move.note }),
      }
    case 'unpay':
      return { paidAt: null }
    default:
      return {}
  }
}

function approved({ fees }: Invoice, given: string | undefined): string {
  if (given === undefined) return fees
  const [least, most] = compareDecimals(fees, '0') < 0 ? [fees, '0'] : ['0', fees]
  const fits =
    isDecimal(given, 16, 4) && compareDecimals(given, least) >= 0 && compareDecimals(given, most) <= 0
  if (!fits) throw badInput('fees', `must be an amount between ${least} and ${most}.`)
  return given
}

function reasonOf(given: string): string {
  const reason = given.trim()
  if (reason === '') throw badInput('reason', 'is missing: say why the invoice is declined.')
  if (reason.length > 4_000) throw badInput('reason', 'must have 4000 characters at most.')
  return reason
}

function notPossible(invoice: Invoice, { done }: Rule) {
  const { status } = invoice
  const isBound = compareDecimals(paidOf(invoice), '0') !== 0
  const possible = kinds
    .filter((kind) => isPossible(kind, { status, isBound }))
    .map((kind) => rules[kind].done)
  const last = possible.pop()
  const list = possible.length === 0 ? last : `${possible.join(', ')} or ${last}`
  return conflict(
    `An invoice that is ${status} cannot be ${done}; ${list === undefined ? 'nothing more can be done with it' : `it can be ${list}`}.`,
  )
}
