// Files that a law firm sends with its answers and its appeal: how they are kept with the invoice.
//
// unsent    added, and not sent with an answer yet: only the firm sees it, and can remove it
// earlier   of a round before the invoice was posted again
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import type { Exchange, ExchangeKind } from './exchange.ts'

/** How many files one answer or appeal has at most, and how many bytes each. */
export const mostAnswerFiles = 20
export const largestAnswerFile = 25 * 1024 * 1024

export interface AnswerFile {
  readonly id: number
  readonly kind: ExchangeKind
  /** Of the line; null: of the whole answer. */
  readonly number: number | null
  readonly sentAt: Date | null
  readonly isEarlier: boolean
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly addedBy: string
  readonly addedAt: Date
}

interface OfInvoice {
  readonly organisationId: number
  readonly id: number
}

/** Those of an invoice that was fetched through access.ts, oldest first; the unsent ones only for the firm. */
export async function getAnswerFiles(
  db: Reader,
  { organisationId, id }: OfInvoice,
  isFirm: boolean,
): Promise<readonly AnswerFile[]> {
  const { rows } = await sql<AnswerFile>`
    select id, kind, number, sent_at as "sentAt", is_earlier as "isEarlier", name, content_type as "contentType", size,
      added_by as "addedBy", added_at as "addedAt"
    from invoice_answer_files where organisation_id = ${organisationId} and invoice_id = ${id}
      and (sent_at is not null or ${isFirm}) order by id`.execute(db)
  return rows
}

interface Sending extends OfInvoice {
  readonly exchange: Pick<Exchange, 'kind'>
  /** The lines that are answered or appealed: a file of another one becomes one of the whole. */
  readonly numbers: readonly number[]
  readonly now: Date
}

/** Sends the unsent files with an answer; how many they are, for its event. */
export async function sendAnswerFiles(
  tx: Tx,
  { organisationId, id, exchange, numbers, now }: Sending,
): Promise<{ readonly files?: number }> {
  const sent = await sql`update invoice_answer_files set sent_at = ${now},
      number = case when number = any(${[...numbers]}::bigint[]) then number end
    where organisation_id = ${organisationId} and invoice_id = ${id} and kind = ${exchange.kind} and sent_at is null
    returning id`.execute(tx)
  return sent.rows.length > 0 ? { files: sent.rows.length } : {}
}

/** Removes what was never sent; the sweep of the storage finds its content. */
export async function dropUnsentFiles(tx: Tx, { organisationId, id }: OfInvoice): Promise<void> {
  await tx
    .deleteFrom('invoice_answer_files')
    .where('organisation_id', '=', organisationId)
    .where('invoice_id', '=', id)
    .where('sent_at', 'is', null)
    .execute()
}

/** Keeps what was sent with an invoice that is posted again, apart from its next round. */
export async function keepEarlierFiles(tx: Tx, invoice: OfInvoice): Promise<void> {
  await dropUnsentFiles(tx, invoice)
  await tx
    .updateTable('invoice_answer_files')
    .set({ is_earlier: true })
    .where('organisation_id', '=', invoice.organisationId)
    .where('invoice_id', '=', invoice.id)
    .execute()
}
