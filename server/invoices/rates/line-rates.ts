// The agreed rates of all lines of an invoice, in one statement: the same answer as agreed-rate.ts for each.
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { uniqueText } from '../../platform/postgres/unique-text.ts'
import { isFeeNumber } from '../arrangements/fee-lines.ts'

interface OfInvoice {
  readonly organisationId: number
  readonly id: number
}

const keyOf = (column: string) => uniqueText(sql.ref(column))

/**
 * SQL: the number of each line that has an agreed rate, and the rate; what is billed as a fee that is agreed as a whole
 * has none. What lines name is compared once for each spelling, and each line looks under what it names by hash: ten
 * thousand lines and as many rates take one pass.
 */
const ratesOfLines = ({ organisationId, id }: OfInvoice): RawBuilder<unknown> =>
  // not through access.ts: the invoice was fetched there
  sql`
  with lines as materialized (
    select number, work_date, coalesce(timekeeper_number, '') as timekeeper_number,
      coalesce(timekeeper, '') as timekeeper, coalesce(timekeeper_class, '') as timekeeper_class
    from invoice_lines where organisation_id = ${organisationId} and invoice_id = ${id} and kind = 'Fee'
  ), spelled as materialized (
    select timekeeper_number, timekeeper, timekeeper_class, ${keyOf('timekeeper_number')} as number_key,
      ${keyOf('timekeeper')} as name_key, ${keyOf('timekeeper_class')} as class_key
    from (select distinct timekeeper_number, timekeeper, timekeeper_class from lines) s
    join invoices i on i.organisation_id = ${organisationId} and i.id = ${id}
    where not ${isFeeNumber(sql.ref('s.timekeeper_number'), 'i')}
  ), named as materialized (
    select l.number, i.matter_id, coalesce(l.work_date, i.invoice_date) as day, s.class_key,
      case when s.number_key <> '' then '#' || s.number_key when s.name_key <> '' then '@' || s.name_key else '' end as who
    from lines l join spelled s using (timekeeper_number, timekeeper, timekeeper_class)
    join invoices i on i.organisation_id = ${organisationId} and i.id = ${id}
    where s.number_key <> '' or s.name_key <> '' or s.class_key <> ''
  ), applying as materialized (
    select r.* from agreed_rates r
    join invoices i on i.organisation_id = r.organisation_id and i.id = ${id} and i.service_provider_id = r.provider_id
      and i.currency = r.currency and (r.matter_id is null or r.matter_id = i.matter_id)
    where r.organisation_id = ${organisationId} and not r.withdrawn
  ), rates as materialized (
    select a.*, case when a.number_key = '' then '' else '#' || a.number_key end as who from applying a
    union all
    select a.*, '@' || a.name_key from applying a where a.number_key <> '' and a.name_key <> ''
  )
  select distinct on (named.number) named.number, rates.rate
  from named
  cross join lateral (
    values (3, named.who, named.class_key), (2, named.who, ''), (1, '', named.class_key), (0, '', '')
  ) as looked (weight, who, class_key)
  join rates on rates.who = looked.who and rates.class_key = looked.class_key
    and rates.starts_on <= named.day and (rates.ends_on is null or rates.ends_on >= named.day)
  order by named.number, (rates.matter_id is not null) desc, looked.weight desc, rates.rate desc`

/** The agreed rates of an invoice that was fetched through access.ts, by the numbers of its lines. Decimal text. */
export async function agreedRatesOfLines(
  db: Reader,
  invoice: OfInvoice,
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{
    readonly number: number
    readonly rate: string
  }>`${ratesOfLines(invoice)}`.execute(db)
  return new Map(rows.map(({ number, rate }) => [number, rate]))
}

/** Keeps with each line what is agreed for it now: a correction of the rate does not change an approved invoice. */
export async function freezeAgreedRates(tx: Tx, invoice: OfInvoice): Promise<void> {
  const { organisationId, id } = invoice
  await sql`update invoice_lines l set agreed_rate = r.rate from (${ratesOfLines(invoice)}) r
    where l.organisation_id = ${organisationId} and l.invoice_id = ${id} and l.number = r.number`.execute(tx)
}
