// What lines of a page come to in the currency of the organisation that pays, for its people: read with the page, since
// the rounding of an invoice is spread over all of its lines.
import { sql, type SqlBool } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Page } from '../../platform/lists/list-page.ts'
import { netAmounts } from '../net-amounts.ts'
import { convertedLines } from './converted.ts'
import type { OwnLine } from './own-amounts.ts'
import { readOwnMoney } from './own-money.ts'

const { isApproved } = netAmounts()

interface OwnLineRow extends OwnLine {
  readonly invoiceId: number
  readonly number: number
}

/**
 * The page with `ownLine` in its rows, which have the `id` and the `currency` of the invoice and the `lineNumber`; null
 * where there is nothing to convert, or no rate.
 */
export async function withOwnLines(app: Pick<App, 'db' | 'clock'>, actor: Actor, page: Page): Promise<Page> {
  const lines = actor.organisationType === 'Customer' ? await readOwnLines(app, actor, page) : undefined
  const rows = page.rows.map((row) => ({
    ...row,
    ownLine: lines?.get(keyOf(Number(row['id']), Number(row['lineNumber']))) ?? null,
  }))
  return { ...page, rows }
}

const keyOf = (invoiceId: number, number: number) => `${invoiceId}/${number}`

async function readOwnLines({ db, clock }: Pick<App, 'db' | 'clock'>, actor: Actor, { rows: listed }: Page) {
  if (listed.length === 0) return undefined
  const own = await readOwnMoney(db, actor.organisationId, clock.now())
  const foreign = listed.filter((row) => row['currency'] !== own.currency)
  if (foreign.length === 0) return undefined
  const ids = [...new Set(foreign.map((row) => Number(row['id'])))]
  const isOfPage = sql<SqlBool>`invoices.id = any(${ids}::bigint[])`
  const live =
    own.rateDay === 'None'
      ? sql``
      : sql` union all select invoice_id, number, own_amount, own_tax, null, null
          from ${convertedLines(own, sql<SqlBool>`(${isOfPage} and not ${isApproved})`)} as c`
  // not through access.ts: lines of invoices of the actor's organisation that a page has shown
  const { rows } = await sql<OwnLineRow>`
    select l.invoice_id as "invoiceId", l.number, l.own_amount as amount, l.own_tax as tax,
      l.own_approved_amount as "approvedAmount", l.own_approved_tax as "approvedTax"
    from invoices join invoice_lines l on l.organisation_id = invoices.organisation_id and l.invoice_id = invoices.id
    where invoices.organisation_id = ${own.organisationId} and invoices.own_currency = ${own.currency} and ${isOfPage}
    ${live}`.execute(db)
  return new Map(rows.map((line) => [keyOf(line.invoiceId, line.number), line]))
}
