// Deleting a matter: into the bin, from which it is restored or purged.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { deleteRecord } from '../../records/commands/delete-record.ts'
import type { Matter } from '../matter.ts'
import { matterKind } from '../matter-kind.ts'

/**
 * Moves the matter into the bin, as `deleteRecord` does. A matter with invoices that were posted is kept, unless an
 * administrator may delete everything: they belong to the accounts.
 */
export const deleteMatter = (
  app: App,
  actor: Actor,
  id: number,
  check: (version: number) => void = () => undefined,
): Promise<void> => deleteRecord(matterKind, app, actor, { id, check, reasonToKeep: invoicesOf })

async function invoicesOf(tx: Tx, { organisationId, id }: Matter): Promise<string | undefined> {
  // not through access.ts: invoices keep their matter regardless of who may see them
  const { rows } = await sql<{ readonly count: number }>`select count(*) as count from invoices
    where organisation_id = ${organisationId} and matter_id = ${id} and status in ('Posted', 'InReview', 'Approved', 'Paid')`.execute(
    tx,
  )
  const count = rows[0]?.count ?? 0
  if (count === 0) return undefined
  const invoices = count === 1 ? 'An invoice of this matter was' : `${count} invoices of this matter were`
  return `${invoices} posted or approved: it is kept. An administrator who may delete everything can delete it.`
}
