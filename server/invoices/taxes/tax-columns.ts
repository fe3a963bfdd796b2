// What lists of invoices, and of their lines, show of tax codes. What of a tax is recoverable, and so what an invoice
// costs, is internal to the organisation that pays: null for everybody else, in filters and sorting as well.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Catalogue, Column } from '../../platform/lists/list-query.ts'
import { isPaidByOwnOrganisation } from '../access.ts'
import { approvedTotalOf, netAmounts, taxAmounts } from '../net-amounts.ts'
import { taxKinds } from './tax-code.ts'

const number = (expression: Column['sql'], nullable = false): Column => ({
  kind: 'number',
  nullable,
  sql: expression,
})

const forPayer =
  (actor: Actor) =>
  (expression: Column['sql']): Column =>
    number(sql`(case when ${isPaidByOwnOrganisation(actor)} then ${expression} end)`, true)

/** Columns of lists of invoices. */
export function taxColumns(actor: Actor) {
  const internal = forPayer(actor)
  const { billed, approved } = netAmounts()
  const taxes = taxAmounts()
  return {
    reverseChargeTax: number(taxes.reverseChargeTax),
    withheld: number(taxes.withheld),
    nonRecoverableTax: internal(taxes.nonRecoverableTax),
    cost: internal(sql`(${billed} + ${taxes.nonRecoverableTax})`),
    approvedReverseChargeTax: number(taxes.approvedReverseChargeTax, true),
    approvedWithheld: number(taxes.approvedWithheld, true),
    approvedNonRecoverableTax: internal(taxes.approvedNonRecoverableTax),
    approvedCost: internal(sql`(${approved} + ${taxes.approvedNonRecoverableTax})`),
    toPay: number(sql`(${approvedTotalOf()} - ${taxes.approvedWithheld})`, true),
  } as const satisfies Catalogue
}

const code = (
  column: 'code' | 'name' | 'country' | 'kind',
) => sql`(case when invoice_lines.tax_code_id is not null then (
  select ${sql.ref(`c.${column}`)} from tax_codes c where c.organisation_id = invoice_lines.organisation_id
    and c.id = invoice_lines.tax_code_id) end)`

const line = (column: string) => sql.ref(`invoice_lines.${column}`)

/** Columns of lists of lines, which have those of their invoice as well. */
export function lineTaxColumns(actor: Actor) {
  const internal = forPayer(actor)
  return {
    taxRate: number(line('tax_rate')),
    taxCodeId: { kind: 'integer', nullable: true, sql: line('tax_code_id') },
    taxCode: { kind: 'text', nullable: true, sql: code('code') },
    taxCodeName: { kind: 'text', nullable: true, sql: code('name') },
    taxCodeCountry: { kind: 'text', nullable: true, sql: code('country') },
    taxCodeKind: { kind: 'choice', choices: taxKinds, nullable: true, sql: code('kind') },
    lineReverseChargeTax: number(line('reverse_charge_tax')),
    lineWithheld: number(line('withheld')),
    lineNonRecoverableTax: internal(line('nonrecoverable_tax')),
    lineCost: internal(sql`(${line('amount')} + ${line('nonrecoverable_tax')})`),
  } as const satisfies Catalogue
}
