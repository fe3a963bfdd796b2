// Putting approved invoices together into an export to finance.
import { sql } from 'kysely'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { bareObject } from '../../platform/bare-object.ts'
import { matterNumberSql } from '../../platform/display-ids.ts'
import { badInput, badInputs, conflict } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { permitted } from '../../records/rights/access.ts'
import { type HeldInvoice, lockInvoices } from '../access.ts'
import { approvedOrBilled, approvedTotal, invoiceTotal, providerName } from '../list-columns.ts'
import { netAmounts, taxAmounts } from '../net-amounts.ts'
import { checkMayExport } from './access.ts'
import { exportEvent } from './events.ts'
import { mostExported } from './finance-export.ts'
import { standingExports } from './standing-export.ts'

export interface NewExport {
  readonly invoiceIds: readonly number[]
  readonly note: string | null
}

/**
 * Exports approved invoices, all or none, and returns the id of the export. Throws bad_request naming `invoices[2]`;
 * forbidden for who may not pay one of them; conflict naming those that are not approved or exported already.
 */
export function createExport(app: App, actor: Actor, { invoiceIds, note }: NewExport): Promise<number> {
  checkMayExport(actor)
  if (invoiceIds.length === 0 || invoiceIds.length > mostExported) {
    throw badInput('invoices', `must be a list of 1 to ${mostExported} invoices.`)
  }
  return change(app, actor, async (tx, now) => {
    const of = { organisationId: actor.organisationId }
    const held = await lockInvoices(tx, actor, invoiceIds)
    checkGiven(actor, invoiceIds, held)
    for (const { invoice, mover } of held) permitted(invoice, mover.involvement, 'payInvoices')
    await checkReady(tx, held)
    // which also lets those who export at the same time wait for their numbers
    await checkRoom(tx, 'financeExports', of)
    const { id, number } = await tx
      .insertInto('finance_exports')
      .values({
        organisation_id: actor.organisationId,
        number: sql<number>`(select coalesce(max(e.number), 0) + 1 from finance_exports e
          where e.organisation_id = ${actor.organisationId})`,
        status: 'Open',
        note,
        created_by: actor.userId,
        created_at: now,
      })
      .returning(['id', 'number'])
      .executeTakeFirstOrThrow()
    await insertInvoices(tx, { ...of, id, prefix: app.config.displayIdPrefix }, invoiceIds)
    const events = held.map(({ invoice }) =>
      exportEvent(invoice, 'matter.invoice.export.created', { export: number, note }),
    )
    return { result: id, events }
  })
}

function checkGiven(actor: Actor, ids: readonly number[], held: readonly HeldInvoice[]): void {
  const errors = bareObject<string[]>()
  const own = new Set(
    held
      .filter(({ invoice }) => invoice.organisationId === actor.organisationId)
      .map(({ invoice }) => invoice.id),
  )
  const seen = new Set<number>()
  for (const [index, id] of ids.entries()) {
    if (!own.has(id)) errors[`invoices[${index}].id`] = ['must be the id of an invoice that you see.']
    else if (seen.has(id)) errors[`invoices[${index}].id`] = ['is given twice.']
    seen.add(id)
  }
  if (Object.keys(errors).length > 0) throw badInputs(errors)
}

async function checkReady(tx: Tx, held: readonly HeldInvoice[]): Promise<void> {
  const unready = held.filter(({ invoice }) => invoice.status !== 'Approved')
  const standing = await standingExports(
    tx,
    held.map(({ invoice }) => invoice),
  )
  const reasons = [
    ...unready.map(({ invoice }) => `${invoice.number} is ${invoice.status}`),
    ...held.flatMap(({ invoice }) => {
      const other = standing.get(invoice.id)
      return other ? `${invoice.number} is in export ${other.number} already` : []
    }),
  ]
  if (reasons.length === 0) return
  const [shown, more] = [reasons.slice(0, 5).join('; '), reasons.length - 5]
  throw conflict(
    `Only approved invoices that are not exported yet can be exported: ${shown}${more > 0 ? `; and ${more} more` : ''}.`,
  )
}

const net = netAmounts()
const taxes = taxAmounts()
const text = (expression: unknown) => sql`trim_scale(${expression})::text`

/** What is handed over of its shares, by the names of `ExportedShare`. */
const allocation = sql`(select coalesce(jsonb_agg(jsonb_build_object(
    'costCentre', cc.code, 'costCentreName', cc.name, 'entity', le.code, 'entityName', le.name,
    'percent', ${text(sql`a.percent`)}, 'approvedNet', ${text(sql`a.approved_net`)},
    'approvedTax', ${text(sql`a.approved_tax`)}, 'approvedTotal', ${text(sql`(a.approved_net + a.approved_tax)`)},
    'cost', ${text(sql`(a.approved_net + coalesce(a.approved_nonrecoverable_tax, 0))`)},
    'withheld', ${text(sql`coalesce(a.approved_withheld, 0)`)},
    'toPay', ${text(sql`(a.approved_net + a.approved_tax - coalesce(a.approved_withheld, 0))`)})
    order by a.position), '[]')
  from invoice_allocations a
  left join cost_centres cc on cc.organisation_id = a.organisation_id and cc.id = a.cost_centre_id
  left join legal_entities le on le.organisation_id = a.organisation_id and le.id = a.legal_entity_id
  where a.organisation_id = invoices.organisation_id and a.invoice_id = invoices.id)`

// not through access.ts: the number of the invoice that one of those credits
const credits = sql`(select jsonb_build_object('id', c.id, 'number', c.number) from invoices c
  where c.organisation_id = invoices.organisation_id and c.id = invoices.credits_id)`

/** What is handed over of an invoice, by the names of `ExportedContent`. */
const contentOf = (prefix: string) => sql`jsonb_build_object(
  'number', invoices.number, 'invoiceDate', invoices.invoice_date, 'dueDate', invoices.due_date,
  'billingPeriodStart', invoices.billing_period_start, 'billingPeriodEnd', invoices.billing_period_end,
  'providerId', invoices.service_provider_id, 'providerName', ${providerName},
  'recipientName', r.name, 'recipientTaxNumber', r.tax_number,
  'matterId', m.id, 'matterNumber', ${matterNumberSql(prefix, 'm')}, 'matterName', m.name,
  'matterType', c.name, 'matterReference', m.reference, 'matterExternalId', m.external_id,
  'team', t.name, 'department', d.name,
  'purchaseOrder', coalesce(invoices.purchase_order, m.purchase_order_number), 'currency', invoices.currency,
  'billedNet', ${text(net.billed)}, 'billedTax', ${text(sql`invoices.total_tax`)}, 'billedTotal', ${text(invoiceTotal)})
  || jsonb_build_object('approvedFees', ${text(sql`invoices.approved_fees`)},
  'approvedDisbursements', ${text(approvedOrBilled('approved_disbursements', 'disbursements'))},
  'approvedOtherFees', ${text(approvedOrBilled('approved_other_fees', 'other_fees'))},
  'approvedNet', ${text(net.approved)}, 'approvedTax', ${text(approvedOrBilled('approved_tax', 'total_tax'))},
  'approvedTotal', ${text(approvedTotal)}, 'adjustment', ${text(sql`(${net.approved} - ${net.billed})`)},
  'approvedAt', invoices.approved_at, 'allocation', ${allocation}, 'credits', ${credits},
  'reverseChargeTax', ${text(taxes.approvedReverseChargeTax)},
  'nonRecoverableTax', ${text(taxes.approvedNonRecoverableTax)},
  'cost', ${text(sql`(${net.approved} + ${taxes.approvedNonRecoverableTax})`)},
  'withheld', ${text(taxes.approvedWithheld)},
  'toPay', ${text(sql`(${approvedTotal} - ${taxes.approvedWithheld})`)})`

interface Of {
  readonly organisationId: number
  readonly id: number
  /** Of the numbers of matters. */
  readonly prefix: string
}

async function insertInvoices(
  tx: Tx,
  { organisationId, id, prefix }: Of,
  ids: readonly number[],
): Promise<void> {
  // not through access.ts: of invoices that the caller has locked
  await sql`insert into finance_export_invoices (organisation_id, export_id, invoice_id, content)
    select invoices.organisation_id, ${id}, invoices.id, ${contentOf(prefix)}
    from invoices
    join matters m on m.organisation_id = invoices.organisation_id and m.id = invoices.matter_id
    join matter_categories c on c.organisation_id = m.organisation_id and c.id = m.category_id
    left join teams t on t.organisation_id = m.organisation_id and t.id = m.team_id
    left join users o on o.id = m.owner_id
    left join departments d on d.organisation_id = m.organisation_id and d.id = o.department_id
    left join invoice_recipients r on r.organisation_id = invoices.organisation_id and r.id = invoices.recipient_id
    where invoices.organisation_id = ${organisationId} and invoices.id = any(${[...ids]}::bigint[])`.execute(
    tx,
  )
}
