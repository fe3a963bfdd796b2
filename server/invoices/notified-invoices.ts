// Invoices as notifications need them: who sees one, for many people at once, and what a text says about it.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import { bareObject } from '../platform/bare-object.ts'
import { compareDecimals } from '../platform/decimal.ts'
import type { Reader } from '../platform/postgres/database.ts'
import type { Principal } from '../platform/subject.ts'
import { meetsSomewhere } from '../records/rights/involvement.ts'
import { invoicesVisibleTo } from './access.ts'
import { invoiceTotal } from './list-columns.ts'

/** Which side of an invoice: the organisation that pays, or the law firm that is paid. */
export type InvoiceSide = 'payer' | 'provider'

/** An invoice as far as it matters for who is notified. */
export interface NotifiedInvoice {
  /** Who entered it. */
  readonly createdBy: string
  /** Whether somebody who sees its matter sees it as well. */
  readonly maySee: (person: Principal) => boolean
  /** Whether the person works on invoices for this side. */
  readonly worksFor: (person: Principal, side: InvoiceSide) => boolean
}

/** Those of the organisation's invoices, in one statement. Access to their matters is checked by the caller. */
export async function findNotifiedInvoices(
  db: Reader,
  organisationId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, NotifiedInvoice>> {
  if (ids.length === 0) return new Map()
  // not through access.ts: who of many people sees an invoice is asked of each of them afterwards
  const rows = await db
    .selectFrom('invoices')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .select(['id', 'created_by', 'status', 'author_organisation_id', 'service_provider_id'])
    .execute()
  return new Map(
    rows.map((row) => {
      const sides: Readonly<Record<InvoiceSide, number | null>> = {
        payer: organisationId,
        provider: row.service_provider_id,
      }
      const maySee: NotifiedInvoice['maySee'] = (person) =>
        Object.values(sides).includes(person.organisationId) &&
        (row.status !== 'Draft' || row.author_organisation_id === person.organisationId)
      const worksFor: NotifiedInvoice['worksFor'] = (person, side) =>
        person.organisationId === sides[side] && meetsSomewhere(person, 'billing')
      return [row.id, { createdBy: row.created_by, maySee, worksFor }]
    }),
  )
}

/** What a text says about an invoice. */
export interface NamedInvoice {
  readonly number: string
  /** With its currency: `EUR 1,250.00`. */
  readonly total: string
  /** The fees that were approved, where they are not all of them: `EUR 1,000.00 of EUR 1,250.00`. */
  readonly reducedFees?: string
}

/** Those of the invoices that the actor sees, by organisation and id: `17 402`. */
export async function namedInvoicesVisibleTo(
  db: Reader,
  actor: Actor,
  ids: readonly number[],
): Promise<ReadonlyMap<string, NamedInvoice>> {
  if (ids.length === 0) return new Map()
  const rows = await invoicesVisibleTo(db, actor)
    .where('invoices.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .select([
      'invoices.organisation_id',
      'invoices.id',
      'invoices.number',
      'invoices.currency',
      'invoices.fees',
      'invoices.approved_fees',
      invoiceTotal.as('total'),
    ])
    .execute()
  return new Map(
    rows.map(({ organisation_id, id, number, currency, total, fees, approved_fees: approved }) => {
      const amount = (decimal: string) => formatOf(currency).format(decimal as `${number}`)
      const reduced = approved !== null && compareDecimals(approved, fees) !== 0
      const reducedFees = reduced ? { reducedFees: `${amount(approved)} of ${amount(fees)}` } : {}
      return [`${organisation_id} ${id}`, { number, total: amount(total), ...reducedFees }]
    }),
  )
}

const formats: Record<string, Intl.NumberFormat> = bareObject()

/** The format of mails, which have no locale of their own. */
const formatOf = (currency: string): Intl.NumberFormat =>
  (formats[currency] ??= new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
  }))
