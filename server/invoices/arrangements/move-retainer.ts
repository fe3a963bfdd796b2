// Deposits in retainers, refunds by law firms, and taking back what was recorded by mistake.
import { sql } from 'kysely'
import { localDay } from '../../identity/organisations/local-day.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { compareDecimals, isDecimal } from '../../platform/decimal.ts'
import { badInput, conflict, notFound } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { currencyDigits } from '../../platform/currencies.ts'
import { getArrangementFor } from './access.ts'
import { retainerMoved } from './events.ts'
import { checkLeft, lockRetainer, moneyOf, type Retainer } from './retainer.ts'

export const movementKinds = ['Deposit', 'Refund'] as const
export type MovementKind = (typeof movementKinds)[number]
/** Of a retainer, those that were taken back among them. */
const mostMovements = 2_000

export interface NewMovement {
  readonly kind: MovementKind
  /** Decimal text, above 0. */
  readonly amount: string
  /** A day, `2026-05-06`; null for today. */
  readonly movedOn: string | null
  readonly reference: string | null
  readonly note: string | null
}

/**
 * Records a deposit or a refund and returns its id. For those who may pay invoices; throws bad_request, and conflict
 * for a refund of more than is left.
 */
export function moveRetainer(app: App, actor: Actor, id: number, movement: NewMovement): Promise<number> {
  return change(app, actor, async (tx, now) => {
    const retainer = await heldRetainer(tx, actor, id)
    const { kind, amount, movedOn, reference, note } = movement
    if (!isDecimal(amount, 14, currencyDigits(retainer.currency)) || compareDecimals(amount, '0') <= 0)
      throw badInput('amount', `must be more than 0, such as ${moneyOf(retainer, '5000')}.`)
    if (kind === 'Deposit' && retainer.isEnded) throw conflict('The retainer was taken away.')
    if (kind === 'Refund') checkLeft(retainer, amount)
    await checkMost(tx, retainer)
    const { id: movementId } = await tx
      .insertInto('retainer_movements')
      .values({
        organisation_id: retainer.organisationId,
        arrangement_id: id,
        moved_on: movedOn ?? (await localDay(tx, retainer.organisationId, now)),
        amount: kind === 'Refund' ? `-${amount}` : amount,
        reference,
        note,
        created_by: actor.userId,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const facts = { kind, amount: moneyOf(retainer, amount), reference, reason: null }
    return { result: movementId, events: [retainerMoved(retainer, facts)] }
  })
}

async function heldRetainer(tx: Tx, actor: Actor, id: number): Promise<Retainer> {
  const { organisationId } = await getArrangementFor(tx, actor, id, 'payInvoices')
  const retainer = await lockRetainer(tx, { organisationId, id })
  if (!retainer) throw notFound()
  return retainer
}

async function checkMost(tx: Tx, { organisationId, id }: Retainer): Promise<void> {
  const { count } = await tx
    .selectFrom('retainer_movements')
    .where('organisation_id', '=', organisationId)
    .where('arrangement_id', '=', id)
    .where('is_draw', '=', false)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  if (count >= mostMovements) throw conflict(`A retainer has at most ${mostMovements} movements.`)
}

/**
 * Takes back what was recorded by mistake. Throws not_found, and conflict where it was taken back already, or is drawn
 * from since.
 */
export function withdrawMovement(
  app: App,
  actor: Actor,
  id: number,
  { movementId, reason }: { readonly movementId: number; readonly reason: string },
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const retainer = await heldRetainer(tx, actor, id)
    const { organisationId } = retainer
    const row = await tx
      .selectFrom('retainer_movements')
      .where('organisation_id', '=', organisationId)
      .where('arrangement_id', '=', id)
      .where('id', '=', movementId)
      .select(['amount', 'withdrawn_at', 'reference', 'is_draw'])
      .executeTakeFirst()
    if (!row) throw notFound()
    if (row.withdrawn_at !== null) throw conflict('This was taken back already.')
    if (row.is_draw) throw conflict('This was paid for an invoice that was destroyed.')
    checkLeft(retainer, row.amount)
    await tx
      .updateTable('retainer_movements')
      .set({ withdrawn_because: reason, withdrawn_by: actor.userId, withdrawn_at: now })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', movementId)
      .execute()
    const kind = row.amount.startsWith('-') ? 'Refund' : 'Deposit'
    const amount = moneyOf(retainer, row.amount.replace('-', ''))
    return {
      result: undefined,
      events: [retainerMoved(retainer, { kind, amount, reference: row.reference, reason })],
    }
  })
}
