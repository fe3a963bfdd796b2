// What was asked, sent and answered about an invoice, as both sides see it, and what somebody can do now.
import { type ShownPerson, peopleByIds } from '../../identity/users/people-on-records.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { notFound } from '../../platform/errors.ts'
import { matterKind } from '../../matters/matter-kind.ts'
import { getInvolved } from '../../records/access.ts'
import { may } from '../../records/rights/involvement.ts'
import { invoicesVisibleTo } from '../access.ts'
import { type InvoiceStatus, isReviewable } from '../invoice.ts'
import { type AnswerFile, getAnswerFiles } from './answer-files.ts'
import { type Exchanges, getExchanges, hasOpenAppeal, openExchange, waitsFor } from './exchange.ts'
import { isOfFirm } from './open-to-firm.ts'

export interface ShownExchange extends Exchanges {
  readonly waitsFor: 'Firm' | 'Payer' | null
  /** Sent with answers and appeals, and for the firm those that it is about to send. */
  readonly files: readonly AnswerFile[]
  readonly people: ReadonlyMap<string, ShownPerson>
  readonly can: {
    readonly ask: boolean
    readonly answer: boolean
    readonly sendDecisions: boolean
    readonly accept: boolean
    readonly decideAppeals: boolean
  }
}

/** Of an invoice that the actor sees; not_found for any other. */
export async function showExchange(app: App, actor: Actor, id: number): Promise<ShownExchange> {
  const row = await invoicesVisibleTo(app.db, actor)
    .where('invoices.id', '=', id)
    .select(['invoices.organisation_id', 'invoices.matter_id', 'invoices.status'])
    .select('invoices.service_provider_id')
    .executeTakeFirst()
  if (!row) throw notFound()
  const invoice = { organisationId: row.organisation_id, id }
  const isFirm = isOfFirm(actor, row.organisation_id, row.service_provider_id)
  const [exchanges, files, { involvement }] = await Promise.all([
    getExchanges(app.db, invoice),
    getAnswerFiles(app.db, invoice, isFirm),
    getInvolved(matterKind, app.db, actor, row.matter_id),
  ])
  const { questions, decisions } = exchanges
  const now = app.clock.now()
  const isOpen = isReviewable(row.status as InvoiceStatus)
  const reviews = isOpen && involvement.isOwn && may(involvement, 'reviewInvoices')
  const open = isOpen && isFirm && may(involvement, 'postInvoices') ? openExchange(exchanges, now) : undefined
  const waits = isOpen ? waitsFor(exchanges, now) : null
  const sends = reviews && row.service_provider_id !== null && !decisions
  const acts = [questions, decisions].flatMap((each) =>
    each ? [each.sentBy, each.answeredBy, each.decidedBy].filter((userId) => userId !== null) : [],
  )
  const ids = [...new Set([...acts, ...files.map(({ addedBy }) => addedBy)])]
  return {
    ...exchanges,
    files,
    waitsFor: waits,
    people: ids.length === 0 ? new Map() : await peopleByIds(app.db, ids),
    can: {
      ask: sends && !questions,
      answer: open?.kind === 'Questions',
      sendDecisions: sends && waits === null,
      accept: open?.kind === 'Decisions',
      decideAppeals: reviews && hasOpenAppeal(exchanges),
    },
  }
}
