// Who sees and sets guidelines: people of the organisation that pays who manage invoices. Firms see none of it.
import type { Actor } from '../../platform/actor.ts'
import { badInput, forbidden, notFound } from '../../platform/errors.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { getMatterFor } from '../../matters/access.ts'
import { invoicesVisibleTo } from '../access.ts'
import { isReviewable, type InvoiceStatus } from '../invoice.ts'
import type { GuidelineScope } from './stored-guidelines.ts'

/** For whom a guideline is, as a caller says it. */
export interface AskedScope {
  readonly firmId?: number | undefined
  readonly matterId?: number | undefined
}

/**
 * The scope, of the actor's own organisation. Throws bad_request for a firm that does not work for it, not_found and
 * forbidden for a matter that the actor does not see or on which they do not review invoices.
 */
export async function guidelineScope(
  db: Reader,
  actor: Actor,
  { firmId, matterId }: AskedScope,
): Promise<GuidelineScope> {
  const { organisationId } = actor
  if (firmId !== undefined && matterId !== undefined) {
    throw badInput('firmId', 'and matterId must not be given together.')
  }
  if (matterId !== undefined) {
    const matter = await getMatterFor(db, actor, matterId, 'reviewInvoices')
    if (matter.organisationId !== organisationId) throw onlyForPayer()
  }
  if (firmId !== undefined) {
    const link = await db
      .selectFrom('organisation_links')
      .where('customer_id', '=', organisationId)
      .where('provider_id', '=', firmId)
      .select('provider_id')
      .executeTakeFirst()
    if (!link) throw badInput('firmId', 'must be the id of a law firm that works for the organisation.')
  }
  return { organisationId, firmId: firmId ?? null, matterId: matterId ?? null }
}

const onlyForPayer = () => forbidden('Guidelines and flags are for the organisation that pays.')

/** An invoice whose flags the actor may read. */
export interface FlaggedInvoice {
  readonly organisationId: number
  readonly id: number
  readonly matterId: number
  readonly currency: string
  readonly isReviewable: boolean
}

/** The invoice, for people of the organisation that pays. Throws not_found, and forbidden for those of firms. */
export async function getFlaggedInvoice(db: Reader, actor: Actor, id: number): Promise<FlaggedInvoice> {
  const row = await invoicesVisibleTo(db, actor)
    .where('invoices.id', '=', id)
    .select(['invoices.organisation_id', 'invoices.matter_id', 'invoices.status', 'invoices.currency'])
    .executeTakeFirst()
  if (!row) throw notFound()
  if (row.organisation_id !== actor.organisationId) throw onlyForPayer()
  return {
    organisationId: row.organisation_id,
    id,
    matterId: row.matter_id,
    currency: row.currency,
    isReviewable: isReviewable(row.status as InvoiceStatus),
  }
}
