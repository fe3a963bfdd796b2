// The invoices that wait for a person: to be approved or reviewed in the organisation that pays; in a law firm what the
// client asks about them, those that it has declined, and the unbilled work that is to be stated.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { peopleByIds } from '../identity/users/people-on-records.ts'
import { listUnbilledWork } from '../invoices/accruals/unbilled-work.ts'
import { invoicesVisibleTo } from '../invoices/access.ts'
import { listWaitingApprovals, waitsForApproval } from '../invoices/approvals/waiting-approvals.ts'
import { kinds } from '../records/kinds.ts'
import { meetsSomewhere } from '../records/rights/involvement.ts'
import type { Work } from './work-order.ts'
import { matterColumns, mostOfKind, type Reading, recordIn } from './work-rows.ts'

/** Those that wait for the person's approval, and those to review; not those that wait for somebody else's. */
export async function invoices(reading: Reading): Promise<readonly Work[]> {
  const { app, actor } = reading
  const waiting = new Map(
    (await listWaitingApprovals(app, actor)).map((each) => [each.invoiceId, each] as const),
  )
  const mayReview = actor.permissions.has('ManageInvoices')
  if (!mayReview && waiting.size === 0) return []
  const isAsked = sql<SqlBool>`invoices.id = any(${[...waiting.keys()]}::bigint[])`
  const rows = await invoicesVisibleTo(app.db, actor)
    .where('invoices.organisation_id', '=', actor.organisationId)
    .where('invoices.status', 'in', ['Posted', 'InReview'])
    .where(mayReview ? sql<SqlBool>`(${isAsked} or not ${waitsForApproval})` : isAsked)
    .orderBy('invoices.posted_at')
    .limit(mostOfKind)
    .select([
      ...matterColumns(reading),
      'invoices.id',
      'invoices.number as title',
      'invoices.posted_at as since',
    ])
    .execute()
  const people =
    waiting.size === 0
      ? undefined
      : await peopleByIds(
          app.db,
          [...waiting.values()].map(({ startedBy }) => startedBy),
        )
  return rows.map((row) => {
    const asked = waiting.get(row.id)
    const asker = asked && people?.get(asked.startedBy)
    return {
      ...row,
      kind: asked ? 'InvoiceApproval' : 'Invoice',
      due: asked?.due ?? null,
      since: asked?.askedAt ?? row.since,
      by: asker ? { id: asker.id, name: `${asker.firstName} ${asker.lastName}` } : null,
      record: recordIn(kinds.matter.type, row),
    }
  })
}

/** Of a law firm: questions and decisions that wait for its answer, and what was declined. */
export async function invoicesOfFirm(reading: Reading): Promise<readonly Work[]> {
  const { app, actor } = reading
  if (!isOfFirm(reading)) return []
  const now: RawBuilder<Date> = sql`${app.clock.now()}::timestamptz`
  const rows = await invoicesVisibleTo(app.db, actor)
    .leftJoin('invoice_exchanges as e', (join) =>
      join
        .onRef('e.organisation_id', '=', 'invoices.organisation_id')
        .onRef('e.invoice_id', '=', 'invoices.id')
        .on('e.outcome', 'is', null)
        .on('e.closes_at', '>', now),
    )
    .where('invoices.service_provider_id', '=', actor.organisationId)
    .where((eb) => eb.or([eb('invoices.status', '=', 'Declined'), eb('e.kind', 'is not', null)]))
    .orderBy(sql`e.due nulls last`)
    .orderBy('invoices.updated_at')
    .limit(mostOfKind)
    .select([...matterColumns(reading), 'invoices.id', 'invoices.number as title'])
    .select([
      'invoices.status',
      'invoices.updated_at',
      'e.sent_at',
      sql<string | null>`e.due::text`.as('due'),
    ])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.status === 'Declined' ? 'DeclinedInvoice' : 'InvoiceQuestion',
    title: row.title,
    due: row.status === 'Declined' ? null : row.due,
    since: row.sent_at ?? row.updated_at,
    by: null,
    record: recordIn(kinds.matter.type, row),
  }))
}

/** Of a law firm: the matters whose unbilled work has not been stated, by the last day on which it can be. */
export async function unbilledWork(reading: Reading): Promise<readonly Work[]> {
  if (!isOfFirm(reading)) return []
  const asked = await listUnbilledWork(reading.app, reading.actor)
  return asked
    .filter(({ stated }) => stated === null)
    .slice(0, mostOfKind)
    .map(({ matter, month, closesOn }) => ({
      kind: 'UnbilledWork',
      id: matter.id,
      title: month.slice(0, 7),
      due: closesOn,
      since: null,
      by: null,
      record: { kind: kinds.matter.type, id: matter.id, displayId: null, name: matter.name },
    }))
}

const isOfFirm = ({ actor }: Reading) =>
  actor.organisationType !== 'Customer' && meetsSomewhere(actor, 'billing')
