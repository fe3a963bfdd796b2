// Discounts by volume are worked out again, invoice by invoice in jobs of their own, when an earlier invoice counts for
// less or more than before: it was approved with other fees, declined or voided. What is approved does not change.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { rounded, sumOf } from '../../platform/decimal.ts'
import { change, type DomainEvent, type FollowUp, systemActor } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { lockInvoiceAsSystem } from '../access.ts'
import { askAgainIfRaised } from '../approvals/rules-of-moves.ts'
import { discountReworked } from '../events.ts'
import { wereDecisionsSent } from '../exchange/exchange.ts'
import { checkAgainstGuidelines, storedInvoiceToCheck } from '../guidelines/check-invoice.ts'
import type { FoundFlag } from '../guidelines/find-flags.ts'
import { type RuleOfVersion, rulesInForce } from '../guidelines/guideline.ts'
import { proposalsOf } from '../guidelines/post-with-guidelines.ts'
import { volumeDiscount } from '../guidelines/rules/agreed-fees.ts'
import { listFlags, type StoredFlag, storeFlags } from '../guidelines/stored-flags.ts'
import { guidelinesFor } from '../guidelines/stored-guidelines.ts'
import { type Invoice, invoiceColumns, invoiceOf, isReviewable } from '../invoice.ts'
import { currencyDigits } from '../../platform/currencies.ts'
import { getStoredReview, storeProposals } from '../review/stored-review.ts'
import { lockFees } from './fees-of-year.ts'

const jobName = 'rework-volume-discount'
const rule = volumeDiscount.name

interface OfInvoice {
  readonly organisationId: number
  readonly id: number
}

const changing: ReadonlySet<unknown> = new Set(['Approved', 'Declined', 'Void'])

/** What follows from an invoice that counts for less or more: those that were posted after it are looked at. */
export const watchVolumes: FollowUp = async (tx, { events }) => {
  for (const { name, organisationId, resource, facts } of events) {
    if (name !== 'invoice.status.updated' || resource === null) continue
    const { status } = (facts?.['changes'] ?? {}) as { status?: { from: unknown; to: unknown } }
    // taking a payment back changes nothing of what was approved
    if (changing.has(status?.to) && status?.from !== 'Paid')
      await lookAtLater(tx, { organisationId, id: Number(resource.id) })
  }
  return []
}

async function lookAtLater(tx: Tx, { organisationId, id }: OfInvoice): Promise<void> {
  // not through access.ts: jobs for invoices of the same firm, on whatever matters
  await sql`select graphile_worker.add_job(${jobName}, json_build_object('organisationId', i.organisation_id, 'id', i.id),
      job_key => ${`${jobName} ${organisationId} `} || i.id)
    from invoices own
    join fee_arrangements a on a.organisation_id = own.organisation_id and a.provider_id = own.service_provider_id
      and a.currency = own.currency and a.kind = 'Volume'
    join invoices i on i.organisation_id = own.organisation_id and i.service_provider_id = own.service_provider_id
      and i.currency = own.currency and i.status in ('Posted', 'InReview')
      and (own.posted_at is null or (i.posted_at, i.id) > (own.posted_at, own.id))
    where own.organisation_id = ${organisationId} and own.id = ${id}
      and (own.status <> 'Approved' or own.approved_fees is distinct from own.fees)
    group by i.organisation_id, i.id`.execute(tx)
}

/**
 * Works the discount of an invoice out again, with the tiers of when it was posted, while it is reviewed. What people
 * have decided or dismissed stays, and so does everything once the decisions were sent to the firm.
 */
export function reworkDiscount(app: App, key: OfInvoice): Promise<void> {
  return change(app, systemActor(jobName), async (tx, now) => {
    if (!(await lockInvoiceAsSystem(tx, key))) return { result: undefined, events: [] }
    // not through access.ts: it was locked there
    const row = await tx
      .selectFrom('invoices')
      .where('organisation_id', '=', key.organisationId)
      .where('id', '=', key.id)
      .select([...invoiceColumns])
      .executeTakeFirstOrThrow()
    return { result: undefined, events: await rework(tx, invoiceOf(row), now) }
  })
}

async function rework(tx: Tx, invoice: Invoice, now: Date): Promise<readonly DomainEvent[]> {
  const { organisationId, serviceProviderId: firmId, currency, id } = invoice
  if (firmId === null || !isReviewable(invoice.status) || (await wereDecisionsSent(tx, invoice))) return []
  await lockFees(tx, { organisationId, firmId, currency }, 'Volume')
  const all = await listFlags(tx, invoice)
  const before = all.filter((flag) => flag.rule === rule)
  const applied = (await appliedBefore(tx, invoice)) ?? (await inForce(tx, invoice))
  if (!applied) return []
  const checked = await storedInvoiceToCheck(tx, invoice)
  const found = await checkAgainstGuidelines(tx, checked, { now, rules: [applied] })
  const [from, to] = [before, found].map((flags) => totalOf(flags, currency)) as [string, string]
  if (from === to) return []
  const lines = await linesToPropose(tx, invoice, before, found)
  await storeFlags(tx, invoice, found, { now, rule })
  const standing = (await listFlags(tx, invoice)).filter(({ dismissed }) => dismissed === null)
  await storeProposals(tx, invoice, proposalsOf(checked, standing), { now, lines })
  // not through access.ts: it is locked
  await tx
    .updateTable('invoices')
    .set({ version: invoice.version + 1, updated_at: now })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
  return [discountReworked(invoice, { from, to }), ...(await askAgainIfRaised(tx, 'who asked', invoice, now))]
}

const totalOf = (flags: readonly { readonly excess: string | null }[], currency: string): string =>
  rounded(sumOf(flags.map(({ excess }) => excess ?? '0')), currencyDigits(currency))

/** The rule as it applied when the invoice was posted, where it has found something. */
async function appliedBefore(tx: Tx, { organisationId, id }: Invoice): Promise<RuleOfVersion | undefined> {
  const row = await tx
    .selectFrom('invoice_flags')
    .where('organisation_id', '=', organisationId)
    .where('invoice_id', '=', id)
    .where('rule', '=', rule)
    .select(['guideline_id', 'severity', 'settings', 'firm_text'])
    .executeTakeFirst()
  return (
    row && {
      rule,
      guidelineId: row.guideline_id,
      severity: row.severity as RuleOfVersion['severity'],
      settings: row.settings as unknown as RuleOfVersion['settings'],
      firmText: row.firm_text,
    }
  )
}

async function inForce(tx: Tx, invoice: Invoice): Promise<RuleOfVersion | undefined> {
  const { organisationId, matterId, serviceProviderId: firmId } = invoice
  const rules = rulesInForce(await guidelinesFor(tx, { organisationId, matterId, firmId }))
  return rules.find((each) => each.rule === rule)
}

/** The lines with a discount before or now, but for those whose reduction somebody has taken back. */
async function linesToPropose(
  tx: Tx,
  invoice: Invoice,
  before: readonly StoredFlag[],
  found: readonly FoundFlag[],
): Promise<ReadonlySet<number>> {
  const { decisions } = await getStoredReview(tx, invoice)
  const takenBack = new Set(
    before.flatMap(({ line, severity, dismissed }) =>
      line !== null && severity === 'Reduce' && dismissed === null && !decisions.has(line) ? [line] : [],
    ),
  )
  const lines = [...before, ...found].flatMap(({ line }) =>
    line === null || takenBack.has(line) ? [] : [line],
  )
  return new Set(lines)
}
