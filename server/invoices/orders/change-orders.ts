// Adding, changing and deleting purchase orders.
import { sql } from 'kysely'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import { getMatterToSee } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { bareObject } from '../../platform/bare-object.ts'
import { compareDecimals, isDecimal, rounded } from '../../platform/decimal.ts'
import { badInput, badInputs, conflict } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import { differencesOf } from '../../platform/events/differences.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { mapUniqueViolation } from '../../platform/postgres/unique-violation.ts'
import type { VersionChecked } from '../../platform/version-checked.ts'
import { currencyDigits, isCurrency } from '../../platform/currencies.ts'
import { checkFirm } from '../rates/set-rates.ts'
import { checkMayOrder, getOrderForUpdate } from './access.ts'
import { orderEvent, type OrderValues } from './order.ts'
import { namesOrder } from './used.ts'

export const longestNumber = 255
export const longestNote = 2_000

const names = [
  'number',
  'matterId',
  'currency',
  'amount',
  'from',
  'to',
  'costCentreId',
  'legalEntityId',
  'note',
  'open',
] as const satisfies readonly (keyof OrderValues)[]

const numberTaken = (number: string) => ({
  constraint: 'purchase_orders_number_unique',
  message: `There is already a purchase order "${number}" of this law firm.`,
})

/** Throws bad_request with everything that is wrong. */
function checkValues({ number, currency, amount, from, to }: OrderValues): void {
  const errors = bareObject<string[]>()
  if (number.trim() === '' || number.length > longestNumber || /[\p{C}\p{Zl}\p{Zp}]/u.test(number))
    errors['number'] = [`must be a text of 1 to ${longestNumber} characters in one line.`]
  if (!isCurrency(currency)) errors['currency'] = ['must be a currency such as GBP.']
  else {
    const digits = currencyDigits(currency)
    const fits = isDecimal(amount, 14, 4) && compareDecimals(amount, '0') > 0
    if (!fits || compareDecimals(amount, rounded(amount, digits)) !== 0)
      errors['amount'] = [`must be more than 0, with at most ${digits} decimal places.`]
  }
  if (from !== null && to !== null && to < from) errors['to'] = ['must not be before the first day.']
  if (Object.keys(errors).length > 0) throw badInputs(errors)
}

/** Throws bad_request for a cost centre or a legal entity that cannot be chosen; what is kept may be inactive. */
async function checkEntry(
  tx: Tx,
  organisationId: number,
  [name, table]: readonly ['costCentreId', 'cost_centres'] | readonly ['legalEntityId', 'legal_entities'],
  { before, after }: { readonly before: number | null; readonly after: number | null },
): Promise<void> {
  if (after === null || after === before) return
  const row = await tx
    .selectFrom(table)
    .where('organisation_id', '=', organisationId)
    .where('id', '=', after)
    .where('active', '=', true)
    .select('id')
    .executeTakeFirst()
  if (!row) throw badInput(name, 'must be the id of an active one in your list.')
}

async function checkReferences(
  tx: Tx,
  actor: Actor,
  after: OrderValues,
  before?: OrderValues,
): Promise<void> {
  const { organisationId } = actor
  if (after.matterId !== null && after.matterId !== before?.matterId) {
    const matter = await getMatterToSee(tx, actor, after.matterId)
    if (matter.organisationId !== organisationId)
      throw badInput('matterId', 'must be the id of a matter of your organisation.')
  }
  const { costCentreId = null, legalEntityId = null } = before ?? {}
  const [centre, entity] = [
    { before: costCentreId, after: after.costCentreId },
    { before: legalEntityId, after: after.legalEntityId },
  ]
  await checkEntry(tx, organisationId, ['costCentreId', 'cost_centres'], centre)
  await checkEntry(tx, organisationId, ['legalEntityId', 'legal_entities'], entity)
}

const columnsOf = ({ number, matterId, from, to, costCentreId, legalEntityId, ...rest }: OrderValues) => ({
  ...rest,
  number: number.trim(),
  matter_id: matterId,
  starts_on: from,
  ends_on: to,
  cost_centre_id: costCentreId,
  legal_entity_id: legalEntityId,
})

/** Adds an order with a law firm and returns its id. Throws bad_request, and conflict for a number that is taken. */
export function createOrder(
  app: App,
  actor: Actor,
  { firmId, values }: { readonly firmId: number; readonly values: OrderValues },
): Promise<number> {
  checkMayOrder(actor)
  checkValues(values)
  const { organisationId } = actor
  return mapUniqueViolation(numberTaken(values.number), () =>
    change(app, actor, async (tx, now) => {
      await checkFirm(tx, organisationId, firmId)
      await checkReferences(tx, actor, values)
      await checkRoom(tx, 'purchaseOrders', { organisationId })
      const { id } = await tx
        .insertInto('purchase_orders')
        .values({
          organisation_id: organisationId,
          provider_id: firmId,
          ...columnsOf(values),
          created_by: actor.userId,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { number, currency, amount, matterId } = values
      const facts = { number, amount: `${currency} ${amount}` }
      return {
        result: id,
        events: [orderEvent('purchaseOrder.created', { organisationId, id, matterId }, facts)],
      }
    }),
  )
}

/** Applies the changes; does nothing without a difference. Throws like `createOrder`, and not_found. */
export function updateOrder(
  app: App,
  actor: Actor,
  { id, changes }: { readonly id: number; readonly changes: Partial<OrderValues> },
  { checkVersion }: VersionChecked = {},
): Promise<void> {
  return mapUniqueViolation(numberTaken(changes.number ?? ''), () =>
    change(app, actor, async (tx, now) => {
      const row = await getOrderForUpdate(tx, actor, id)
      checkVersion?.(row.version)
      const before: OrderValues = {
        number: row.number,
        matterId: row.matter_id,
        currency: row.currency,
        amount: row.amount,
        from: row.starts_on,
        to: row.ends_on,
        costCentreId: row.cost_centre_id,
        legalEntityId: row.legal_entity_id,
        note: row.note,
        open: row.open,
      }
      const given = { ...before, ...changes }
      // the same amount with other zeros is no change
      const amount = isDecimal(given.amount, 14, 4) && compareDecimals(given.amount, row.amount) === 0
      const after = amount ? { ...given, amount: row.amount } : given
      const changed = differencesOf(before, after, names)
      if (Object.keys(changed).length === 0) return { result: undefined, events: [] }
      checkValues(after)
      await checkReferences(tx, actor, after, before)
      await tx
        .updateTable('purchase_orders')
        .set({ ...columnsOf(after), version: row.version + 1, updated_at: now })
        .where('organisation_id', '=', row.organisation_id)
        .where('id', '=', id)
        .execute()
      const matterId = after.matterId ?? before.matterId
      const key = { organisationId: row.organisation_id, id, matterId }
      return { result: undefined, events: [orderEvent('purchaseOrder.updated', key, { changed })] }
    }),
  )
}

/** Deletes an order that no invoice names. Throws not_found, and conflict while one does. */
export function deleteOrder(app: App, actor: Actor, id: number): Promise<void> {
  return change(app, actor, async (tx) => {
    const {
      organisation_id: organisationId,
      number,
      matter_id: matterId,
    } = await getOrderForUpdate(tx, actor, id)
    // not through access.ts: invoices on matters that the actor does not see keep it as well
    const { rows } = await sql<{
      readonly used: boolean
    }>`select exists (select 1 from invoices i, purchase_orders
      where purchase_orders.organisation_id = ${organisationId} and purchase_orders.id = ${id} and ${namesOrder()}) as used`.execute(
      tx,
    )
    if (rows[0]?.used === true) throw conflict('Invoices name this purchase order. Close it instead.')
    await tx
      .deleteFrom('purchase_orders')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute()
    const event = orderEvent('purchaseOrder.deleted', { organisationId, id, matterId }, { number })
    return { result: undefined, events: [event] }
  })
}
