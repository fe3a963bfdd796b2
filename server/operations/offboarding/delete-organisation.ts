// Carrying out the deletion of an organisation: every row and every content goes, and a certificate stays.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { organisationOfKey } from '../../platform/storage/storage-keys.ts'
import { formerMember, overwriteProfile, removeSignIns } from '../../identity/users/erasure/erase-person.ts'
import { findDeletion } from './deletion.ts'
import {
  findNamed,
  readReferences,
  type Reference,
  tablesInOrder,
} from '../../platform/postgres/organisation-tables.ts'

/** Deletes the organisations that are due, and the contents of those deleted before; returns how many organisations. */
export async function deleteDueOrganisations(app: App): Promise<number> {
  const due = await app.db
    .selectFrom('organisations')
    .where('deletion_due_at', '<=', app.clock.now())
    .select('id')
    .orderBy('id')
    .execute()
  let deleted = 0
  for (const { id } of due) if (await deleteOrganisation(app, id)) deleted++
  await removeContents(app)
  return deleted
}

/**
 * Removes every row of the organisation in one transaction; false while a record is under a legal hold, or if it was
 * cancelled.
 */
function deleteOrganisation(app: App, organisationId: number): Promise<boolean> {
  return internalTransaction(app, async (tx, now) => {
    const organisation = await tx
      .selectFrom('organisations')
      .where('id', '=', organisationId)
      .select(['name', 'exported_at'])
      .forUpdate()
      .executeTakeFirst()
    const deletion = organisation && (await findDeletion(tx, organisationId))
    if (!deletion || deletion.dueAt > now) return false
    if (deletion.holds > 0) {
      app.log.warn(
        { organisationId, holds: deletion.holds },
        'a legal hold keeps an organisation from being deleted',
      )
      return false
    }
    // a large one takes minutes
    await sql`set local statement_timeout = 0`.execute(tx)
    const removed = await removeRows(tx, organisationId, now)
    await tx
      .insertInto('deleted_organisations')
      .values({
        former_id: organisationId,
        name: organisation.name,
        reason: deletion.reason,
        requested_at: deletion.requestedAt,
        exported_at: organisation.exported_at,
        deleted_at: now,
        removed: JSON.stringify(Object.fromEntries(removed)),
      })
      .execute()
    return true
  })
}

const everyClient = sql`/* every organisation: what its clients have agreed with the firm goes with it */ `

async function removeRows(tx: Tx, organisationId: number, now: Date): Promise<ReadonlyMap<string, number>> {
  const removed = new Map<string, number>()
  const references = await readReferences(tx)
  const remove = async (table: string, column = 'organisation_id', why = sql``) => {
    const { numAffectedRows = 0n } =
      await sql`${why}delete from ${sql.table(table)} where ${sql.ref(column)} = ${organisationId}`.execute(
        tx,
      )
    if (numAffectedRows > 0n) removed.set(table, (removed.get(table) ?? 0) + Number(numAffectedRows))
  }
  for (const table of await tablesInOrder(tx, references)) await remove(table)
  // small tables, which refer only to each other
  await tx
    .updateTable('users')
    .set({ department_id: null, created_by: null })
    .where('organisation_id', '=', organisationId)
    .execute()
  await tx
    .updateTable('organisations')
    .set({ deletion_requested_by: null })
    .where('id', '=', organisationId)
    .execute()
  for (const table of [
    'law_firm_terms',
    'agreed_rates',
    'rate_proposals',
    'purchase_orders',
    'budget_proposals',
    'matter_estimates',
    'accrual_lines',
    'accrual_entries',
  ]) {
    await remove(table, 'provider_id', everyClient)
  }
  await removeArrangements(tx, organisationId, removed)
  await remove('organisation_links', 'customer_id')
  await remove('organisation_links', 'provider_id')
  const small = references.filter(
    ({ target, column }) => target === 'organisations' && column === 'organisation_id',
  )
  for (const { table } of small) if (table !== 'users') await remove(table)
  await removePeople(tx, { organisationId, references, now }, removed)
  return removed
}

// What clients have paid in is theirs to know: a retainer that money was moved on stays with them, as one of a former
// organisation.
async function removeArrangements(
  tx: Tx,
  organisationId: number,
  removed: Map<string, number>,
): Promise<void> {
  const { numAffectedRows = 0n } = await sql`${everyClient}delete from fee_arrangements a
    where a.provider_id = ${organisationId}
      and not exists (select from retainer_movements m
        where m.organisation_id = a.organisation_id and m.arrangement_id = a.id)
      and not exists (select from invoice_payments p
        where p.organisation_id = a.organisation_id and p.retainer_id = a.id)`.execute(tx)
  if (numAffectedRows > 0n)
    removed.set('fee_arrangements', (removed.get('fee_arrangements') ?? 0) + Number(numAffectedRows))
}

interface People {
  readonly organisationId: number
  readonly references: readonly Reference[]
  readonly now: Date
}

// Whom the records of other organisations name stays as a former member of a former organisation.
async function removePeople(
  tx: Tx,
  { organisationId, references, now }: People,
  removed: Map<string, number>,
): Promise<void> {
  const people = await tx
    .selectFrom('users')
    .where('organisation_id', '=', organisationId)
    .select('id')
    .execute()
  const ids = people.map(({ id }) => id)
  const named = await findNamed(tx, references, ids)
  const gone = ids.filter((id) => !named.has(id))
  if (gone.length > 0) await tx.deleteFrom('users').where('id', 'in', gone).execute()
  removed.set('users', gone.length)
  for (const id of named) {
    await tx.updateTable('users').set({ status: 'Disabled' }).where('id', '=', id).execute()
    await removeSignIns(tx, id)
    await overwriteProfile(tx, id, now)
  }
  if (named.size === 0 && !(await isNamed(tx, references, organisationId))) {
    await tx.deleteFrom('organisations').where('id', '=', organisationId).execute()
    return
  }
  await tx
    .updateTable('organisations')
    .set({
      name: `${formerMember.firstName} organisation`,
      local_accounts: false,
      deletion_requested_at: null,
      deletion_due_at: null,
      deletion_reason: null,
      updated_at: now,
    })
    .where('id', '=', organisationId)
    .execute()
}

/** Whether anything names the organisation itself, such as an invoice that a client has entered. */
async function isNamed(tx: Tx, references: readonly Reference[], organisationId: number): Promise<boolean> {
  for (const { table, column, target, cascades } of references) {
    if (target !== 'organisations' || cascades) continue
    const { rows } = await sql`/* every organisation: records anywhere may name one */
      select from ${sql.table(table)} where ${sql.ref(column)} = ${organisationId} limit 1`.execute(tx)
    if (rows.length > 0) return true
  }
  return false
}

/**
 * Removes the stored contents of deleted organisations. What cannot be removed now is tried again with the next run.
 */
async function removeContents(app: App): Promise<void> {
  const left = await app.db
    .selectFrom('deleted_organisations')
    .where('contents_removed_at', 'is', null)
    .select('former_id')
    .execute()
  if (left.length === 0 || !(await app.storageClaim.hold()).held) return
  const counts = new Map(left.map(({ former_id: id }) => [id, 0]))
  for await (const key of app.storage.keys()) {
    const organisationId = organisationOfKey(key)
    const count = counts.get(organisationId)
    if (count === undefined) continue
    await app.storage.remove(key)
    counts.set(organisationId, count + 1)
  }
  for (const [id, count] of counts) {
    await internalTransaction(app, (tx, now) =>
      tx
        .updateTable('deleted_organisations')
        .set({ contents_removed_at: now, contents: count })
        .where('former_id', '=', id)
        .execute(),
    )
  }
}
