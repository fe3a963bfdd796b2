// Keeping what approved invoices come to in the own currency, with the rate.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Invoice } from '../invoice.ts'
import { chosenRate, convertedApprovedLines, convertedSums, isUnconverted } from './converted.ts'
import { holdOwnMoney, type OwnMoney } from './own-money.ts'

/** Keeps the amounts of an invoice that was approved just now, if there is a rate for it. */
export async function freezeOwnAmounts(
  tx: Tx,
  { organisationId, id, currency }: Pick<Invoice, 'organisationId' | 'id' | 'currency'>,
  now: Date,
): Promise<void> {
  // a rate that is corrected or removed meanwhile applies to all of the invoice, or to nothing of it
  const own = await holdOwnMoney(tx, organisationId, now)
  if (own.rateDay === 'None' || own.currency === currency) return
  await freezeAll(tx, own, [id])
}

/** Keeps the amounts of approved invoices that are locked; those without a rate stay without. */
export async function freezeAll(tx: Tx, own: OwnMoney, ids: readonly number[]): Promise<void> {
  const which: RawBuilder<SqlBool> = sql<SqlBool>`invoices.id = any(${[...ids]}::bigint[])`
  const sums = convertedSums(own, sql`chosen.rate`)
  await sql`
    update invoice_lines l set own_amount = c.own_amount, own_tax = c.own_tax,
      own_approved_amount = c.own_approved_amount, own_approved_tax = c.own_approved_tax,
      own_reverse_charge_tax = c.own_reverse_charge_tax, own_nonrecoverable_tax = c.own_nonrecoverable_tax,
      own_withheld = c.own_withheld, own_approved_reverse_charge_tax = c.own_approved_reverse_charge_tax,
      own_approved_nonrecoverable_tax = c.own_approved_nonrecoverable_tax,
      own_approved_withheld = c.own_approved_withheld
    from ${convertedApprovedLines(own, which)} as c
    where l.organisation_id = ${own.organisationId} and l.invoice_id = c.invoice_id and l.number = c.number`.execute(
    tx,
  )
  // not through access.ts: invoices that were just approved, or whose missing rates an administrator applies
  await sql`
    update invoices i set own_currency = ${own.currency}, exchange_rate_id = c.rate_id, exchange_rate = c.rate,
      exchange_rate_on = c.starts_on, exchange_rate_source = c.source, own_net = c.net, own_tax = c.tax,
      own_approved_net = c.approved_net, own_approved_tax = c.approved_tax,
      own_reverse_charge_tax = c.reverse_tax, own_nonrecoverable_tax = c.nonrecoverable, own_withheld = c.withheld,
      own_approved_reverse_charge_tax = c.approved_reverse_tax,
      own_approved_nonrecoverable_tax = c.approved_nonrecoverable, own_approved_withheld = c.approved_withheld
    from (
      select invoices.id, chosen.id as rate_id, chosen.rate, chosen.starts_on, chosen.source, ${sums.net} as net,
        ${sums.tax} as tax, ${sums.approvedNet} as approved_net, ${sums.approvedTax} as approved_tax,
        ${sums.reverseChargeTax} as reverse_tax, ${sums.nonRecoverableTax} as nonrecoverable,
        ${sums.withheld} as withheld, ${sums.approvedReverseChargeTax} as approved_reverse_tax,
        ${sums.approvedNonRecoverableTax} as approved_nonrecoverable, ${sums.approvedWithheld} as approved_withheld
      from invoices cross join lateral (${chosenRate(own)}) as chosen
      where invoices.organisation_id = ${own.organisationId} and ${isUnconverted(own)} and ${which}
    ) c
    where i.organisation_id = ${own.organisationId} and i.id = c.id`.execute(tx)
}
