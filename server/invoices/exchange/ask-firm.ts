// What the organisation that pays sends to the law firm: questions about lines, and the decisions of its review.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { compareDecimals } from '../../platform/decimal.ts'
import { conflict, forbidden } from '../../platform/errors.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { permitted } from '../../records/rights/access.ts'
import { getInvoiceForUpdate } from '../access.ts'
import { getApprovalSettings } from '../approvals/rules.ts'
import { writeInvoice } from '../commands/write-invoice.ts'
import { type Invoice, isReviewable } from '../invoice.ts'
import { reviewedInvoice } from '../review/reviewed-invoice.ts'
import { getStoredReview } from '../review/stored-review.ts'
import { listStoredLines } from '../stored-lines.ts'
import { deadlineOf } from './deadline.ts'
import { exchangeEvent } from './events.ts'
import { type Exchanges, getExchanges, insertExchange, insertExchangeLines } from './exchange.ts'
import { checkNotWaiting } from './waiting.ts'
import { type TextOnLine, textsByLine } from './texts-on-lines.ts'

interface Sending {
  /** The last day; null for that of the setting. */
  readonly due: string | null
  readonly checkVersion: (version: number) => void
}

/**
 * Asks the firm about lines. For reviewers; conflict where the invoice is not in review or has no firm, and where
 * questions were asked before or the decisions were sent. Throws bad_request naming `lines[2].number`.
 */
export function askQuestions(
  app: App,
  actor: Actor,
  id: number,
  { questions, ...sending }: Sending & { readonly questions: readonly TextOnLine[] },
): Promise<void> {
  return sendToFirm(app, actor, { id, ...sending }, async (tx, { invoice, exchanges, now }) => {
    if (exchanges.questions) {
      throw conflict(
        `Questions about this invoice were asked on ${exchanges.questions.sentAt.toISOString().slice(0, 10)}: there is one round of them. What is left is said with the decisions.`,
      )
    }
    const texts = textsByLine(questions, await listStoredLines(tx, invoice), 'question')
    const { answerDays } = await getApprovalSettings(tx, invoice.organisationId)
    const deadline = await deadlineOf(tx, invoice.organisationId, {
      ...sending,
      workingDays: answerDays,
      now,
    })
    const { organisationId } = invoice
    const sent = { organisationId, id, kind: 'Questions', note: null, userId: actor.userId, now } as const
    await insertExchange(tx, { ...sent, ...deadline })
    await insertExchangeLines(tx, invoice, 'Questions', texts)
    return exchangeEvent(invoice, 'invoiceExchange.asked', { lines: texts.size, due: deadline.due })
  })
}

/**
 * Sends the firm what was decided on its lines; it accepts, or appeals. For reviewers; conflict where nothing is
 * reduced, where the firm has time to answer questions, and where they were sent before.
 */
export function sendDecisions(
  app: App,
  actor: Actor,
  id: number,
  { note, ...sending }: Sending & { readonly note: string | null },
): Promise<void> {
  return sendToFirm(app, actor, { id, ...sending }, async (tx, { invoice, now }) => {
    await checkNotWaiting(tx, invoice, now)
    const [lines, review] = await Promise.all([listStoredLines(tx, invoice), getStoredReview(tx, invoice)])
    const left = new Map(
      reviewedInvoice(lines, review, invoice.currency).lines.map(({ number, amount }) => [number, amount]),
    )
    const reduced = lines.filter(
      ({ number, amount }) => compareDecimals(left.get(number) ?? amount, amount) !== 0,
    )
    if (reduced.length === 0) {
      throw conflict('Nothing is reduced, so there is nothing to send: approve the invoice as it was billed.')
    }
    const { appealDays } = await getApprovalSettings(tx, invoice.organisationId)
    const deadline = await deadlineOf(tx, invoice.organisationId, {
      ...sending,
      workingDays: appealDays,
      now,
    })
    const { organisationId } = invoice
    const sent = { organisationId, id, kind: 'Decisions', note, userId: actor.userId, now } as const
    await insertExchange(tx, { ...sent, ...deadline })
    return exchangeEvent(invoice, 'invoiceExchange.decided', {
      lines: reduced.length,
      due: deadline.due,
      note,
    })
  })
}

interface Held {
  readonly invoice: Invoice & MayChange
  readonly exchanges: Exchanges
  readonly now: Date
}

function sendToFirm(
  app: App,
  actor: Actor,
  { id, checkVersion }: { readonly id: number; readonly checkVersion: (version: number) => void },
  send: (tx: Tx, held: Held) => Promise<DomainEvent>,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { invoice, mover } = await getInvoiceForUpdate(tx, actor, id)
    if (!mover.involvement.isOwn) throw forbidden('Invoices are reviewed by the organisation that pays them.')
    const changing = permitted(invoice, mover.involvement, 'reviewInvoices')
    if (!isReviewable(invoice.status)) {
      throw conflict(
        `Law firms are asked after an invoice is posted, until it is approved or declined; this one is ${invoice.status}.`,
      )
    }
    if (invoice.serviceProviderId === null) {
      throw conflict('The payee of this invoice is known by name only, so nobody can answer here.')
    }
    checkVersion(invoice.version)
    const exchanges = await getExchanges(tx, invoice)
    if (exchanges.decisions)
      throw conflict('The decisions on this invoice were sent to the law firm already.')
    const event = await send(tx, { invoice: changing, exchanges, now })
    const next = { ...invoice, status: 'InReview' } as const
    const moved = await writeInvoice(tx, actor, changing, { next, now, touched: true })
    return { result: undefined, events: [...moved, event] }
  })
}
