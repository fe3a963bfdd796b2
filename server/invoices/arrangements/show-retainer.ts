// The statement of a retainer: deposits, refunds and payments of invoices in their order, with the balance after each.
import { sql } from 'kysely'
import { fullNameSql } from '../../identity/users/full-name-sql.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { differenceOf, sumOf } from '../../platform/decimal.ts'
import { notFound } from '../../platform/errors.ts'
import { invoicesVisibleTo } from '../access.ts'
import { getArrangementToSee } from './access.ts'

interface Row {
  readonly kind: 'Deposit' | 'Refund' | 'Payment'
  readonly id: number
  readonly day: string
  /** Decimal text: what was paid in, or below zero what was taken. */
  readonly amount: string
  readonly reference: string | null
  readonly note: string | null
  /** Of a payment, where the reader sees it and it was not destroyed with its matter. */
  readonly invoiceId: number | null
  readonly invoiceNumber: string | null
  readonly byId: string
  readonly byName: string
  readonly withdrawnBecause: string | null
  readonly withdrawnAt: Date | null
}

export interface StatementRow extends Omit<Row, 'byId' | 'byName'> {
  /** Null for people of law firms. */
  readonly by: { readonly id: string; readonly name: string } | null
  /** Decimal text; of one that was taken back, as before it. */
  readonly balance: string
}

export interface Statement {
  readonly currency: string
  readonly balance: string
  /** The latest first. */
  readonly rows: readonly StatementRow[]
}

/**
 * The statement of a retainer. Payments of invoices that the reader does not see have an amount only. Throws not_found
 * for an arrangement that is none, or that the actor does not see.
 */
export async function getStatement({ db }: App, actor: Actor, id: number): Promise<Statement> {
  const { organisationId, kind, currency } = await getArrangementToSee(db, actor, id)
  if (kind !== 'Retainer') throw notFound()
  // not through access.ts: amounts for everybody who sees the retainer; of the invoices only those that they see
  const seen = invoicesVisibleTo(db, actor)
    .where(sql<boolean>`invoices.organisation_id = p.organisation_id and invoices.id = p.invoice_id`)
    .select(sql`1`.as('one'))
  const { rows } = await sql<Row>`
    select case when m.is_draw then 'Payment' when m.amount < 0 then 'Refund' else 'Deposit' end as kind, m.id, m.moved_on::text as day,
      m.amount::text as amount, m.reference, m.note, null::bigint as "invoiceId", null as "invoiceNumber",
      m.created_by as "byId", ${fullNameSql('c')} as "byName", m.withdrawn_because as "withdrawnBecause",
      m.withdrawn_at as "withdrawnAt", m.created_at as at
    from retainer_movements m join users c on c.id = m.created_by
    where m.organisation_id = ${organisationId} and m.arrangement_id = ${id}
    union all
    select 'Payment', p.id, to_char(p.paid_at at time zone o.time_zone, 'YYYY-MM-DD'), (-p.amount)::text,
      case when s.seen then p.reference end, case when s.seen then p.note end, case when s.seen then p.invoice_id end,
      case when s.seen then i.number end, p.created_by, ${fullNameSql('c')}, p.withdrawn_because, p.withdrawn_at, p.created_at
    from invoice_payments p join invoices i on i.organisation_id = p.organisation_id and i.id = p.invoice_id
      join users c on c.id = p.created_by join organisations o on o.id = p.organisation_id
      cross join lateral (select exists (${seen}) as seen) s
    where p.organisation_id = ${organisationId} and p.retainer_id = ${id}
    order by at, kind, id`.execute(db)
  const isOwn = organisationId === actor.organisationId
  // of one moment, deposits are first and refunds last, so that no balance is below 0
  let balance = '0'
  const shown = rows.map(({ byId, byName, ...row }): StatementRow => {
    if (row.withdrawnAt === null) balance = sumOf([balance, row.amount])
    return { ...row, by: isOwn ? { id: byId, name: byName } : null, balance }
  })
  return { currency, balance: differenceOf(balance, '0'), rows: shown.toReversed() }
}
