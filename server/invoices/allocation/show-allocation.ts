// The allocation of an invoice as it is shown to the organisation that pays.
import { matterKind } from '../../matters/matter-kind.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import { getInvolved } from '../../records/access.ts'
import { may } from '../../records/rights/involvement.ts'
import { invoicesVisibleTo } from '../access.ts'
import { standingExports } from '../exports/standing-export.ts'
import { invoiceColumns, invoiceOf, isReviewable } from '../invoice.ts'
import { type AllocatedShare, listAllocated } from './stored-allocation.ts'

export interface ShownAllocation {
  readonly shares: readonly AllocatedShare[]
  readonly currency: string
  /** Of the invoice. */
  readonly version: number
  /** Whether the actor can change it now, and has to say why. */
  readonly can: { readonly change: boolean; readonly needsReason: boolean }
}

/** Law firms see nothing of where their invoices are booked. */
export const forPayer = () => forbidden('Invoices are allocated by the organisation that pays them.')

/** Throws not_found for those who do not see the invoice, and forbidden for people of law firms. */
export async function getAllocation({ db }: App, actor: Actor, id: number): Promise<ShownAllocation> {
  const row = await invoicesVisibleTo(db, actor)
    .where('invoices.id', '=', id)
    .select([...invoiceColumns])
    .executeTakeFirst()
  if (!row) throw notFound()
  const invoice = invoiceOf(row)
  if (invoice.organisationId !== actor.organisationId) throw forPayer()
  const [shares, { involvement }, exported] = await Promise.all([
    listAllocated(db, invoice),
    getInvolved(matterKind, db, actor, invoice.matterId),
    standingExports(db, [invoice]),
  ])
  const needsReason = invoice.status === 'Approved' || invoice.status === 'Paid'
  const mayChange = isReviewable(invoice.status)
    ? may(involvement, 'reviewInvoices')
    : needsReason && exported.size === 0 && may(involvement, 'approveInvoices')
  const { currency, version } = invoice
  return { shares, currency, version, can: { change: mayChange, needsReason: mayChange && needsReason } }
}
