// What lists and the page of an invoice show of its payments.
import { sql } from 'kysely'
import { fullNameSql } from '../../identity/users/full-name-sql.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { notFound } from '../../platform/errors.ts'
import type { Column } from '../../platform/lists/list-query.ts'
import { invoicesVisibleTo, isPaidByOwnOrganisation } from '../access.ts'
import { settlement } from '../net-amounts.ts'

/** Ages of what remains to be paid: days since the invoice was due, or without that since its date. */
export const ageings = ['NotDue', 'Days1To30', 'Days31To60', 'Days61To90', 'Over90Days'] as const

/** Columns of lists of invoices; `today` is a day such as `2026-05-06`. */
export const paymentColumns = (today: string) => {
  const { paid, remaining } = settlement()
  const days = sql`(${today}::date - coalesce(invoices.due_date, invoices.invoice_date))`
  return {
    paidAmount: { kind: 'number', nullable: true, sql: paid },
    remaining: { kind: 'number', nullable: true, sql: remaining },
    ageing: {
      kind: 'choice',
      choices: ageings,
      nullable: true,
      sql: sql`(case when ${remaining} is null or ${remaining} = 0 then null when ${days} <= 0 then 'NotDue'
        when ${days} <= 30 then 'Days1To30' when ${days} <= 60 then 'Days31To60'
        when ${days} <= 90 then 'Days61To90' else 'Over90Days' end)`,
    },
  } as const satisfies Readonly<Record<string, Column>>
}

/** The title of the retainer of the payment `p`. */
const retainerTitle = sql<string>`coalesce((select v.title from fee_arrangements a
  join fee_arrangement_versions v on v.organisation_id = a.organisation_id and v.arrangement_id = a.id
    and v.version = a.version
  where a.organisation_id = p.organisation_id and a.id = p.retainer_id), '')`

/** A payment. Amounts are decimal text. */
export interface ShownPayment {
  readonly id: number
  readonly paidAt: Date
  readonly amount: string
  readonly reference: string | null
  readonly note: string | null
  /** Of the finance system; null for people of law firms. */
  readonly externalId: string | null
  /** Who recorded it; null for people of law firms. */
  readonly by: { readonly id: string; readonly name: string } | null
  readonly createdAt: Date
  /** That it was drawn from. */
  readonly retainer: { readonly id: number; readonly title: string } | null
  readonly withdrawn: {
    readonly at: Date
    readonly because: string
    readonly by: { readonly id: string; readonly name: string } | null
  } | null
}

/**
 * The payments of an invoice in the order in which they were recorded, and its version. Throws not_found if the actor
 * may not see it.
 */
export async function listPayments(
  { db }: App,
  actor: Actor,
  id: number,
): Promise<{ readonly version: number; readonly payments: readonly ShownPayment[] }> {
  const invoice = await invoicesVisibleTo(db, actor)
    .where('invoices.id', '=', id)
    .select(['invoices.organisation_id', 'invoices.version', isPaidByOwnOrganisation(actor).as('isOwn')])
    .executeTakeFirst()
  if (!invoice) throw notFound()
  const rows = await db
    .selectFrom('invoice_payments as p')
    .innerJoin('users as c', 'c.id', 'p.created_by')
    .leftJoin('users as w', 'w.id', 'p.withdrawn_by')
    .where('p.organisation_id', '=', invoice.organisation_id)
    .where('p.invoice_id', '=', id)
    .orderBy('p.id')
    .select(['p.id', 'p.paid_at', 'p.amount', 'p.reference', 'p.note', 'p.created_by', 'p.created_at'])
    .select('p.external_id')
    .select(['p.withdrawn_because', 'p.withdrawn_at', 'p.withdrawn_by'])
    .select(['p.retainer_id', retainerTitle.as('retainerTitle')])
    .select([fullNameSql('c').as('createdName'), fullNameSql('w').as('withdrawnName')])
    .execute()
  // a law firm sees its payments, and not who of its client recorded them
  const person = (of: string | null, name: string) =>
    of === null || !invoice.isOwn ? null : { id: of, name }
  const payments = rows.map((row) => ({
    id: row.id,
    paidAt: row.paid_at,
    amount: row.amount,
    reference: row.reference,
    note: row.note,
    externalId: invoice.isOwn ? row.external_id : null,
    by: person(row.created_by, row.createdName),
    createdAt: row.created_at,
    retainer: row.retainer_id === null ? null : { id: row.retainer_id, title: row.retainerTitle },
    withdrawn:
      row.withdrawn_at === null
        ? null
        : {
            at: row.withdrawn_at,
            because: row.withdrawn_because ?? '',
            by: person(row.withdrawn_by, row.withdrawnName),
          },
  }))
  return { version: invoice.version, payments }
}
