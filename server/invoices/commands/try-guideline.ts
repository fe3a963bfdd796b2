// Trying guidelines on an invoice: what would be found, without keeping anything.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInputs, notFound } from '../../platform/errors.ts'
import { getMatterFor } from '../../matters/access.ts'
import { invoicesVisibleTo } from '../access.ts'
import { creditErrors } from '../credits/check-credit.ts'
import { invoiceColumns, invoiceOf } from '../invoice.ts'
import { getFlaggedInvoice } from '../guidelines/access.ts'
import { checkAgainstGuidelines, storedInvoiceToCheck } from '../guidelines/check-invoice.ts'
import type { FoundFlag } from '../guidelines/find-flags.ts'
import { type FirmFlag, firmViewOf } from '../guidelines/firm-view.ts'
import { guidelineProblems, type RuleInGuideline, type RuleOfVersion } from '../guidelines/guideline.ts'
import { type TaxError, taxErrors } from '../taxes/refresh-codes.ts'
import { type PlainError, plainErrorsOf } from '../plain-errors.ts'

/**
 * What these rules would find in an invoice if it was posted now; without rules those in force. For people of the
 * organisation that pays who review its invoices.
 */
export async function tryGuideline(
  app: App,
  actor: Actor,
  {
    invoiceId,
    rules,
  }: { readonly invoiceId: number; readonly rules?: readonly RuleInGuideline[] | undefined },
): Promise<readonly FoundFlag<RuleOfVersion>[]> {
  const errors = guidelineProblems(rules ?? [])
  if (Object.keys(errors).length > 0) throw badInputs(errors)
  const { matterId, ...invoice } = await getFlaggedInvoice(app.db, actor, invoiceId)
  await getMatterFor(app.db, actor, matterId, 'reviewInvoices')
  const tried = rules?.flatMap(({ on, ...applied }) => (on ? [{ ...applied, guidelineId: 0 }] : []))
  return checkAgainstGuidelines(app.db, await storedInvoiceToCheck(app.db, invoice), {
    now: app.clock.now(),
    ...(tried ? { rules: tried } : {}),
  })
}

/** What stands against posting an invoice, and what its firm would be told. */
export interface PostingCheck {
  readonly errors: readonly (PlainError | TaxError)[]
  readonly flags: readonly FirmFlag[]
}

/**
 * The plain errors of an invoice, and what the firm would be told if it posted it now. For everybody who works on
 * invoices and sees this one; throws not_found otherwise.
 */
export async function checkBeforePosting(app: App, actor: Actor, invoiceId: number): Promise<PostingCheck> {
  const row = await invoicesVisibleTo(app.db, actor)
    .where('invoices.id', '=', invoiceId)
    .select([...invoiceColumns])
    .executeTakeFirst()
  if (!row) throw notFound()
  await getMatterFor(app.db, actor, row.matter_id, 'postInvoices')
  const invoice = await storedInvoiceToCheck(app.db, { organisationId: row.organisation_id, id: invoiceId })
  const [credits, taxes] = await Promise.all([
    creditErrors(app.db, invoiceOf(row)),
    taxErrors(app.db, invoiceOf(row)),
  ])
  const now = app.clock.now()
  return {
    errors: [...credits, ...plainErrorsOf(invoice, now), ...taxes],
    flags: firmViewOf(await checkAgainstGuidelines(app.db, invoice, { now })),
  }
}
