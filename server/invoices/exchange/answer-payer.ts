// What the law firm says: answers to questions, and that it accepts the decisions of the review or appeals.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, conflict, forbidden } from '../../platform/errors.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { permitted } from '../../records/rights/access.ts'
import { getInvoiceForUpdate } from '../access.ts'
import { writeInvoice } from '../commands/write-invoice.ts'
import { type Invoice, isReviewable } from '../invoice.ts'
import { getStoredReview } from '../review/stored-review.ts'
import { exchangeEvent } from './events.ts'
import {
  type Exchange,
  type ExchangeKind,
  getExchanges,
  insertExchangeLines,
  openExchange,
  storeReplies,
  updateExchange,
  withWhole,
} from './exchange.ts'
import { type TextOnLine, textsByLine } from './texts-on-lines.ts'

type CheckVersion = (version: number) => void

/**
 * Answers all questions about an invoice. For the firm whose invoice it is; conflict where none are open. Throws
 * bad_request naming `lines[2].answer`, and the lines that are left out.
 */
export function answerQuestions(
  app: App,
  actor: Actor,
  id: number,
  { answers, checkVersion }: { readonly answers: readonly TextOnLine[]; readonly checkVersion: CheckVersion },
): Promise<void> {
  return answering(app, actor, { id, kind: 'Questions', checkVersion }, async (tx, { invoice, open }) => {
    const texts = textsByLine(answers, open.lines, 'answer')
    const missing = open.lines.filter(({ number }) => !texts.has(number))
    if (missing.length > 0) {
      throw badInput(
        'lines',
        `must have an answer to every question: those on line ${missing.map(({ number }) => number).join(', ')} are missing.`,
      )
    }
    const replies = [...texts].map(([number, reply]) => ({ number, reply, outcome: null }))
    await storeReplies(tx, invoice, 'Questions', replies)
    return {
      outcome: 'Answered',
      event: exchangeEvent(invoice, 'invoiceExchange.answered', { lines: texts.size }),
    }
  })
}

/** Accepts the decisions of the review. For the firm; conflict where none wait for it. */
export const acceptDecisions = (
  app: App,
  actor: Actor,
  id: number,
  checkVersion: CheckVersion,
): Promise<void> =>
  answering(app, actor, { id, kind: 'Decisions', checkVersion }, (_, { invoice }) =>
    Promise.resolve({ outcome: 'Accepted', event: exchangeEvent(invoice, 'invoiceExchange.accepted', {}) }),
  )

interface Appeals {
  readonly appeals: readonly TextOnLine[]
  /** Why the reduction of the whole invoice should not stand; null where the firm does not appeal against it. */
  readonly whole: string | null
  readonly checkVersion: CheckVersion
}

/**
 * Appeals, once, against decisions on lines and the reduction of the whole invoice; the others are accepted with that.
 * For the firm; conflict where no decisions wait for it. Throws bad_request naming `lines[2].number` for a line that is
 * not reduced or rejected, and `reduction` where there is none.
 */
export function appeal(
  app: App,
  actor: Actor,
  id: number,
  { appeals, whole, checkVersion }: Appeals,
): Promise<void> {
  return answering(app, actor, { id, kind: 'Decisions', checkVersion }, async (tx, { invoice }) => {
    const { decisions, reduction } = await getStoredReview(tx, invoice)
    if (whole !== null && !reduction)
      throw badInput('reduction', 'must be left out: the invoice is not reduced as a whole.')
    const cut = [...decisions].flatMap(([number, { decision }]) =>
      decision === 'Accepted' ? [] : [{ number }],
    )
    const texts =
      whole !== null && appeals.length === 0 ? new Map<number, string>() : textsByLine(appeals, cut, 'reason')
    await insertExchangeLines(tx, invoice, 'Decisions', withWhole(texts, whole))
    const facts = {
      ...(texts.size > 0 ? { lines: texts.size } : {}),
      ...(whole === null ? {} : { whole: 'Appealed' }),
    }
    return { outcome: 'Appealed', event: exchangeEvent(invoice, 'invoiceExchange.appealed', facts) }
  })
}

interface Answered {
  readonly outcome: NonNullable<Exchange['outcome']>
  readonly event: DomainEvent
}

function answering(
  app: App,
  actor: Actor,
  {
    id,
    kind,
    checkVersion,
  }: { readonly id: number; readonly kind: ExchangeKind; readonly checkVersion: CheckVersion },
  answer: (tx: Tx, held: { readonly invoice: Invoice; readonly open: Exchange }) => Promise<Answered>,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { invoice, mover } = await getInvoiceForUpdate(tx, actor, id)
    if (mover.involvement.isOwn || invoice.serviceProviderId !== actor.organisationId) {
      throw forbidden('Only the law firm whose invoice it is can answer.')
    }
    const changing = permitted(invoice, mover.involvement, 'postInvoices')
    checkVersion(invoice.version)
    const exchanges = await getExchanges(tx, invoice)
    const open = isReviewable(invoice.status) ? openExchange(exchanges, now) : undefined
    if (open?.kind !== kind)
      throw conflict(notOpen(kind, kind === 'Questions' ? exchanges.questions : exchanges.decisions))
    const { outcome, event } = await answer(tx, { invoice, open })
    await updateExchange(tx, invoice, kind, {
      outcome,
      answered_by: actor.userId,
      answered_at: now,
      remind_at: null,
    })
    const moved = await writeInvoice(tx, actor, changing, { next: invoice, now, touched: true })
    return { result: undefined, events: [...moved, event] }
  })
}

function notOpen(kind: ExchangeKind, exchange: Exchange | undefined): string {
  const what = kind === 'Questions' ? 'questions about this invoice' : 'decisions on this invoice'
  if (!exchange) return `No ${what} were sent to you.`
  if (exchange.answeredAt !== null) {
    return kind === 'Questions'
      ? 'The questions were answered already.'
      : `The decisions were ${exchange.outcome === 'Accepted' ? 'accepted' : 'appealed'} already.`
  }
  return `The time for it is over: it was until ${exchange.due}.`
}
