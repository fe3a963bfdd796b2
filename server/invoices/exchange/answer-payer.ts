// What the law firm says: answers to questions, and that it accepts the decisions of the review or appeals.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput } from '../../platform/errors.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { writeInvoice } from '../commands/write-invoice.ts'
import type { Invoice } from '../invoice.ts'
import { getStoredReview } from '../review/stored-review.ts'
import { dropUnsentFiles, sendAnswerFiles } from './answer-files.ts'
import { exchangeEvent } from './events.ts'
import {
  type Exchange,
  type ExchangeKind,
  insertExchangeLines,
  storeReplies,
  updateExchange,
  withWhole,
} from './exchange.ts'
import { invoiceOfFirm, openToFirm } from './open-to-firm.ts'
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
  return answering(
    app,
    actor,
    { id, kind: 'Questions', checkVersion },
    async (tx, { invoice, open, now }) => {
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
      const files = await sendAnswerFiles(tx, { ...invoice, exchange: open, numbers: [...texts.keys()], now })
      return {
        outcome: 'Answered',
        event: exchangeEvent(invoice, 'invoiceExchange.answered', { lines: texts.size, ...files }),
      }
    },
  )
}

/** Accepts the decisions of the review. For the firm; conflict where none wait for it. */
export const acceptDecisions = (
  app: App,
  actor: Actor,
  id: number,
  checkVersion: CheckVersion,
): Promise<void> =>
  answering(app, actor, { id, kind: 'Decisions', checkVersion }, async (tx, { invoice }) => {
    await dropUnsentFiles(tx, invoice)
    return { outcome: 'Accepted', event: exchangeEvent(invoice, 'invoiceExchange.accepted', {}) }
  })

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
  return answering(
    app,
    actor,
    { id, kind: 'Decisions', checkVersion },
    async (tx, { invoice, open, now }) => {
      const { decisions, reduction } = await getStoredReview(tx, invoice)
      if (whole !== null && !reduction)
        throw badInput('reduction', 'must be left out: the invoice is not reduced as a whole.')
      const cut = [...decisions].flatMap(([number, { decision }]) =>
        decision === 'Accepted' ? [] : [{ number }],
      )
      const texts =
        whole !== null && appeals.length === 0
          ? new Map<number, string>()
          : textsByLine(appeals, cut, 'reason')
      await insertExchangeLines(tx, invoice, 'Decisions', withWhole(texts, whole))
      const files = await sendAnswerFiles(tx, { ...invoice, exchange: open, numbers: [...texts.keys()], now })
      const facts = {
        ...files,
        ...(texts.size > 0 ? { lines: texts.size } : {}),
        ...(whole === null ? {} : { whole: 'Appealed' }),
      }
      return { outcome: 'Appealed', event: exchangeEvent(invoice, 'invoiceExchange.appealed', facts) }
    },
  )
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
  answer: (
    tx: Tx,
    held: { readonly invoice: Invoice; readonly open: Exchange; readonly now: Date },
  ) => Promise<Answered>,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { invoice, changing } = await invoiceOfFirm(tx, actor, id)
    checkVersion(invoice.version)
    const open = await openToFirm(tx, invoice, now, kind)
    const { outcome, event } = await answer(tx, { invoice, open, now })
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
