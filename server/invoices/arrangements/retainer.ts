// Retainers: money that is paid to a law firm in advance, and that invoices are paid from.
//
// movement   a deposit, or below zero a refund by the firm; a mistake is taken back with a reason and counts no more
// draw-down  a payment of an invoice from the retainer
//            (of an invoice that is destroyed with its matter it is kept as a movement that says nothing of it)
// balance    movements − draw-downs, of those that count; never below 0
import { type RawBuilder, sql } from 'kysely'
import { compareDecimals, differenceOf, rounded } from '../../platform/decimal.ts'
import { badInput, conflict } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Invoice } from '../invoice.ts'
import { currencyDigits } from '../../platform/currencies.ts'

/** SQL: the balance of the arrangement `a`. */
export const balanceOf: RawBuilder<string> = sql<string>`(
  (select coalesce(sum(m.amount), 0) from retainer_movements m
    where m.organisation_id = a.organisation_id and m.arrangement_id = a.id and m.withdrawn_at is null)
  - (select coalesce(sum(p.amount), 0) from invoice_payments p
    where p.organisation_id = a.organisation_id and p.retainer_id = a.id and p.withdrawn_at is null))`

export interface Retainer {
  readonly organisationId: number
  readonly id: number
  readonly firmId: number
  /** Null for all matters. */
  readonly matterId: number | null
  readonly currency: string
  readonly title: string
  /** Decimal text. */
  readonly balance: string
  /** Whether it was taken away: nothing is paid in any more. */
  readonly isEnded: boolean
}

/** The retainer, locked until the transaction ends: what is done with its balance follows one after the other. */
export async function lockRetainer(
  tx: Tx,
  { organisationId, id }: Pick<Retainer, 'organisationId' | 'id'>,
): Promise<Retainer | undefined> {
  // in a statement of its own: what waits for the lock sees the other tables as they were before
  await sql`select 1 from fee_arrangements where organisation_id = ${organisationId} and id = ${id} for update`.execute(
    tx,
  )
  const { rows } = await sql<Retainer>`
    select a.organisation_id as "organisationId", a.id, a.provider_id as "firmId", a.matter_id as "matterId", a.currency,
      v.title, v.amount is null as "isEnded", ${balanceOf}::text as balance
    from fee_arrangements a join fee_arrangement_versions v on v.organisation_id = a.organisation_id
      and v.arrangement_id = a.id and v.version = a.version
    where a.organisation_id = ${organisationId} and a.id = ${id} and a.kind = 'Retainer'`.execute(tx)
  return rows[0]
}

/** An amount of the retainer to be read. */
export const moneyOf = ({ currency }: Pick<Retainer, 'currency'>, amount: string): string =>
  `${currency} ${rounded(amount, currencyDigits(currency))}`

interface Drawing {
  readonly retainerId: number
  /** What remains to be paid, or less. */
  readonly asked: string
  /** Whether it may be less, if less is left of the retainer. */
  readonly orLess: boolean
}

/**
 * How much is drawn from a retainer for an invoice, which is locked. Throws bad_request for a retainer that is not for
 * the invoice, and for more than its balance.
 */
export async function drawnFrom(
  tx: Tx,
  invoice: Invoice,
  { retainerId, asked, orLess }: Drawing,
): Promise<{ readonly amount: string; readonly title: string }> {
  const { organisationId, matterId, serviceProviderId, currency } = invoice
  const retainer = await lockRetainer(tx, { organisationId, id: retainerId })
  const isForIt =
    retainer !== undefined &&
    retainer.firmId === serviceProviderId &&
    retainer.currency === currency &&
    (retainer.matterId === null || retainer.matterId === matterId)
  if (!isForIt)
    throw badInput(
      'retainerId',
      'must be a retainer of the law firm for this matter or for all, in this currency.',
    )
  if (compareDecimals(asked, '0') <= 0)
    throw badInput('retainerId', 'must be absent: what the law firm pays back is not drawn from a retainer.')
  const { balance, title } = retainer
  if (compareDecimals(balance, '0') <= 0) throw conflict(`Nothing is left of the retainer "${title}".`)
  if (compareDecimals(asked, balance) <= 0) return { amount: asked, title }
  if (orLess) return { amount: balance, title }
  throw badInput('amount', `must be at most ${moneyOf(retainer, balance)}, what is left of the retainer.`)
}

/** Throws conflict where the balance would be below 0 without this much. */
export function checkLeft(retainer: Retainer, taken: string): void {
  if (compareDecimals(differenceOf(retainer.balance, taken), '0') >= 0) return
  throw conflict(`Only ${moneyOf(retainer, retainer.balance)} is left of the retainer.`)
}
