// What passes between the payer of an invoice and its law firm during the review: terms, and what is stored.
//
// questions  about lines, once, with a last day; the firm answers all of them together
// decisions  of the review, sent once, with a last day; the firm accepts them, or appeals against those on single lines
// appeal     why a decision on a line, or the reduction of the whole invoice, should not stand; the payer restores it,
//            in part, or leaves it
// open       sent, not answered, and the last day is not over: the invoice waits for the firm
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/postgres/database.ts'

export const appealOutcomes = ['Restored', 'PartlyRestored', 'Stays'] as const
export type AppealOutcome = (typeof appealOutcomes)[number]

export type ExchangeKind = 'Questions' | 'Decisions'

/** The longest question, answer, appeal or note. */
export const longestText = 2_000

/** In place of the number of a line: the reduction of the whole invoice. */
const ofWhole = 0

export interface ExchangeLine {
  /** Of the line, from 1; an appeal has 0 where it is against the reduction of the whole invoice. */
  readonly number: number
  /** The question, or why the firm appeals. */
  readonly asked: string
  /** The answer, or what was said of the appeal. */
  readonly reply: string | null
  readonly outcome: AppealOutcome | null
}

export interface Exchange {
  readonly kind: ExchangeKind
  /** The last day, `2026-05-06`. */
  readonly due: string
  readonly closesAt: Date
  /** When the firm is to be reminded; null once it was. */
  readonly remindAt: Date | null
  readonly note: string | null
  readonly sentBy: string
  readonly sentAt: Date
  readonly outcome: 'Answered' | 'Accepted' | 'Appealed' | null
  readonly answeredBy: string | null
  readonly answeredAt: Date | null
  readonly decidedBy: string | null
  readonly decidedAt: Date | null
  readonly lines: readonly ExchangeLine[]
}

export interface Exchanges {
  readonly questions: Exchange | undefined
  readonly decisions: Exchange | undefined
}

interface OfInvoice {
  readonly organisationId: number
  readonly id: number
}

/** What was sent about an invoice that was fetched through access.ts. */
export async function getExchanges(db: Reader, { organisationId, id }: OfInvoice): Promise<Exchanges> {
  const { rows } = await sql<Exchange>`
    select e.kind, e.due::text, e.closes_at as "closesAt", e.remind_at as "remindAt", e.note, e.sent_by as "sentBy", e.sent_at as "sentAt", e.outcome,
      e.answered_by as "answeredBy", e.answered_at as "answeredAt", e.decided_by as "decidedBy",
      e.decided_at as "decidedAt", (select coalesce(json_agg(json_build_object('number', l.number, 'asked', l.asked,
        'reply', l.reply, 'outcome', l.outcome) order by l.number), '[]')
      from invoice_exchange_lines l where l.organisation_id = e.organisation_id and l.invoice_id = e.invoice_id
        and l.kind = e.kind) as lines
    from invoice_exchanges e where e.organisation_id = ${organisationId} and e.invoice_id = ${id}`.execute(db)
  return {
    questions: rows.find(({ kind }) => kind === 'Questions'),
    decisions: rows.find(({ kind }) => kind === 'Decisions'),
  }
}

/** The appeals against decisions on lines, and the one against the reduction of the whole invoice. */
export const appealsIn = ({ lines }: Pick<Exchange, 'lines'>) => ({
  onLines: lines.filter(({ number }) => number !== ofWhole),
  onWhole: lines.find(({ number }) => number === ofWhole),
})

const isOpen = (exchange: Exchange | undefined, now: Date): exchange is Exchange =>
  exchange !== undefined && exchange.answeredAt === null && now < exchange.closesAt

/** The exchange that the firm can answer now; undefined where there is none, or its last day is over. */
export const openExchange = ({ questions, decisions }: Exchanges, now: Date): Exchange | undefined =>
  [decisions, questions].find((each) => isOpen(each, now))

/** Whether the firm has appealed, and the payer has not decided on it. */
export const hasOpenAppeal = ({ decisions }: Pick<Exchanges, 'decisions'>): boolean =>
  decisions?.outcome === 'Appealed' && decisions.decidedAt === null

/** Whose turn it is; null where the review goes on. */
export function waitsFor(exchanges: Exchanges, now: Date): 'Firm' | 'Payer' | null {
  if (openExchange(exchanges, now)) return 'Firm'
  return hasOpenAppeal(exchanges) ? 'Payer' : null
}

/** Whether the firm was sent the decisions of the review. */
export async function wereDecisionsSent(db: Reader, { organisationId, id }: OfInvoice): Promise<boolean> {
  const row = await db
    .selectFrom('invoice_exchanges')
    .where('organisation_id', '=', organisationId)
    .where('invoice_id', '=', id)
    .where('kind', '=', 'Decisions')
    .select('kind')
    .executeTakeFirst()
  return row !== undefined
}

interface Sending extends OfInvoice {
  readonly kind: ExchangeKind
  readonly due: string
  readonly closesAt: Date
  readonly remindAt: Date | null
  readonly note: string | null
  readonly userId: string
  readonly now: Date
}

/** Stores what is sent. */
export async function insertExchange(tx: Tx, sending: Sending): Promise<void> {
  await tx
    .insertInto('invoice_exchanges')
    .values({
      organisation_id: sending.organisationId,
      invoice_id: sending.id,
      kind: sending.kind,
      due: sending.due,
      closes_at: sending.closesAt,
      remind_at: sending.remindAt,
      note: sending.note,
      sent_by: sending.userId,
      sent_at: sending.now,
    })
    .execute()
}

/** Stores the questions, or the appeals, by the numbers of their lines. */
export async function insertExchangeLines(
  tx: Tx,
  { organisationId, id }: OfInvoice,
  kind: ExchangeKind,
  texts: ReadonlyMap<number, string>,
): Promise<void> {
  await tx
    .insertInto('invoice_exchange_lines')
    .values(
      [...texts].map(([number, asked]) => ({
        organisation_id: organisationId,
        invoice_id: id,
        kind,
        number,
        asked,
      })),
    )
    .execute()
}

/** Appeals on lines, by their numbers, with the one against the reduction of the whole invoice. */
export const withWhole = (texts: ReadonlyMap<number, string>, whole: string | null) =>
  whole === null ? texts : new Map([...texts, [ofWhole, whole]])

/** What is said of the appeal against the reduction of the whole invoice. */
export const replyOnWhole = (reply: Omit<Reply, 'number'>): Reply => ({ ...reply, number: ofWhole })

/** What is said of a question or an appeal. */
export interface Reply {
  readonly number: number
  readonly reply: string | null
  readonly outcome: AppealOutcome | null
}

/** Stores the answers to questions, or what was decided on appeals. */
export async function storeReplies(
  tx: Tx,
  { organisationId, id }: OfInvoice,
  kind: ExchangeKind,
  replies: readonly Reply[],
): Promise<void> {
  await sql`update invoice_exchange_lines l set reply = r.reply, outcome = r.outcome
    from unnest(${replies.map(({ number }) => number)}::bigint[], ${replies.map(({ reply }) => reply)}::text[],
      ${replies.map(({ outcome }) => outcome)}::text[]) as r (number, reply, outcome)
    where l.organisation_id = ${organisationId} and l.invoice_id = ${id} and l.kind = ${kind} and l.number = r.number`.execute(
    tx,
  )
}

interface Step {
  readonly outcome?: NonNullable<Exchange['outcome']>
  readonly answered_by?: string
  readonly answered_at?: Date
  readonly decided_by?: string
  readonly decided_at?: Date
  readonly remind_at?: null
}

/** Stores what was done with an exchange. */
export async function updateExchange(
  tx: Tx,
  { organisationId, id }: OfInvoice,
  kind: ExchangeKind,
  step: Step,
): Promise<void> {
  await tx
    .updateTable('invoice_exchanges')
    .set(step)
    .where('organisation_id', '=', organisationId)
    .where('invoice_id', '=', id)
    .where('kind', '=', kind)
    .execute()
}

/** Forgets what was sent about an invoice that is posted again: its history keeps it. */
export async function removeExchanges(tx: Tx, { organisationId, id }: OfInvoice): Promise<void> {
  await tx
    .deleteFrom('invoice_exchanges')
    .where('organisation_id', '=', organisationId)
    .where('invoice_id', '=', id)
    .execute()
}
