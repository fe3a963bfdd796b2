// What an exchange with the law firm means for the other moves of an invoice.
import { conflict } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Invoice } from '../invoice.ts'
import { getExchanges, hasOpenAppeal, openExchange, wereDecisionsSent } from './exchange.ts'

/** Throws conflict while the firm has time to answer, and while its appeals are not decided. */
export async function checkNotWaiting(tx: Tx, invoice: Invoice, now: Date): Promise<void> {
  // a vendor that is known by name only is asked nothing
  if (invoice.serviceProviderId === null) return
  const exchanges = await getExchanges(tx, invoice)
  const open = openExchange(exchanges, now)
  if (open) {
    throw conflict(
      open.kind === 'Questions'
        ? `The law firm has until ${open.due} to answer your questions: decide when it has answered, or after that day.`
        : `The law firm has until ${open.due} to accept or appeal: decide when it has, or after that day.`,
    )
  }
  if (hasOpenAppeal(exchanges)) throw conflict('The law firm has appealed: decide on its appeals first.')
}

/** Throws conflict once the firm has the decisions: what it was told changes through its appeals only. */
export async function checkDecisionsNotSent(tx: Tx, invoice: Invoice): Promise<void> {
  if (!(await wereDecisionsSent(tx, invoice))) return
  throw conflict(
    'The decisions were sent to the law firm, so they only change where it appeals. Decline the invoice to begin again.',
  )
}
