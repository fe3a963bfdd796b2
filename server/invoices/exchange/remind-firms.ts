// Reminding law firms on the last day of what they were asked.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { change, systemActor } from '../../platform/events/change.ts'
import type { InvoiceStatus } from '../invoice.ts'
import { isReviewable } from '../invoice.ts'
import { exchangeEvent } from './events.ts'
import { type ExchangeKind, getExchanges, openExchange, updateExchange } from './exchange.ts'

interface Due {
  readonly organisationId: number
  readonly id: number
  readonly matterId: number
  readonly kind: ExchangeKind
}

const batch = 500

/** Reminds the firms whose last day has come, in every organisation; returns how many. */
export async function remindFirms(app: App): Promise<number> {
  const { rows } = await sql<Due>`
    /* every organisation: work is found here and done within one */
    select e.organisation_id as "organisationId", e.invoice_id as id, i.matter_id as "matterId", e.kind
    from invoice_exchanges e
    -- not through access.ts: deadlines pass no matter who sees the invoice
    join invoices i on i.organisation_id = e.organisation_id and i.id = e.invoice_id
    where e.remind_at <= ${app.clock.now()}
    order by e.remind_at limit ${batch}`.execute(app.db)
  let done = 0
  for (const due of rows) {
    if (app.stopping()) break
    done += await remind(app, due)
  }
  return done
}

const remind = (app: App, { kind, ...invoice }: Due): Promise<number> =>
  change(app, systemActor('remind-firms-of-invoices'), async (tx, now) => {
    const locked = await tx
      // not through access.ts: the job works for all users
      .selectFrom('invoices')
      .where('organisation_id', '=', invoice.organisationId)
      .where('id', '=', invoice.id)
      .select('status')
      .forUpdate()
      .executeTakeFirst()
    const open = openExchange(await getExchanges(tx, invoice), now)
    await updateExchange(tx, invoice, kind, { remind_at: null })
    // another process was faster where it has no time any more
    const isDue = open?.kind === kind && open.remindAt !== null && open.remindAt <= now
    const isOpen = isDue && isReviewable((locked?.status ?? 'Void') as InvoiceStatus)
    const event = isOpen ? [exchangeEvent(invoice, 'invoiceExchange.reminded', { due: open.due, kind })] : []
    return { result: event.length, events: event }
  })
