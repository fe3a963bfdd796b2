// Who makes an export: one process at a time, for as long as it says that it still does.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '../../../platform/app.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { deleteBlob } from '../../../files/contents/stored-blobs.ts'
import { mailThatFailed } from './export-mails.ts'
import { type ExportKey, keptDays } from './stored-export.ts'

const leaseMs = 60_000

/** It was removed, or another process makes it: the transaction at hand must not be committed. */
export class NotOurs extends Error {}

/** The export that this process makes. */
export interface HeldExport extends ExportKey {
  readonly lease: string
  readonly createdBy: string
  /** How often it was begun, this time included. */
  readonly attempts: number
}

// real time: a lease ends although the sandbox's clock stands still
const leaseEnd = (ms = leaseMs) => new Date(Date.now() + ms)

/**
 * Takes the export for this process, from its beginning: what an earlier attempt has stored is removed. Undefined if
 * another process has it, or if it is finished or gone.
 */
export async function claimExport(
  app: App,
  { organisationId, id }: ExportKey,
): Promise<HeldExport | undefined> {
  const lease = randomUUID()
  const claimed = await internalTransaction(app, async (tx, now) => {
    const row = await tx
      .updateTable('organisation_exports')
      .set((eb) => ({
        state: 'Running',
        lease,
        leased_until: leaseEnd(),
        started_at: now,
        contents_done: 0,
        contents_total: null,
        size: 0,
        attempts: eb('attempts', '+', 1),
      }))
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      // real time: as the lease was set
      .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', new Date(Date.now()))]))
      .returning(['created_by as createdBy', 'attempts'])
      .executeTakeFirst()
    if (!row) return undefined
    return { row, keys: await removePieces(tx, { organisationId, id }) }
  })
  if (!claimed) return undefined
  for (const key of claimed.keys) await deleteBlob(app, key)
  return { organisationId, id, lease, ...claimed.row }
}

async function removePieces(tx: Tx, { organisationId, id }: ExportKey): Promise<readonly string[]> {
  const pieces = await tx
    .deleteFrom('organisation_export_pieces')
    .where('organisation_id', '=', organisationId)
    .where('export_id', '=', id)
    .returning('storage_key')
    .execute()
  return pieces.map((piece) => piece.storage_key)
}

interface Noted {
  readonly state?: 'Waiting' | 'Done' | 'Failed'
  readonly contents_done?: number
  readonly contents_total?: number | null
  readonly size?: number
  readonly sha256?: Buffer
  readonly attempts?: number
  readonly failure?: string
  readonly leased_until?: Date | null
  readonly finished_at?: Date
  readonly expires_at?: Date
}

/** Writes how far it has come, and keeps it for a while longer. Throws NotOurs if it is not this process's any more. */
export async function noteExport(tx: Tx, held: HeldExport, noted: Noted = {}): Promise<void> {
  const ours = await tx
    .updateTable('organisation_exports')
    .set({ leased_until: leaseEnd(), ...noted })
    .where('organisation_id', '=', held.organisationId)
    .where('id', '=', held.id)
    .where('lease', '=', held.lease)
    .where('finished_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!ours) throw new NotOurs()
}

/** When an export that is finished now is deleted. */
export const expiryOf = (now: Date): Date => new Date(now.getTime() + keptDays * 24 * 60 * 60_000)

/** Leaves it to the next attempt, after a while. */
export const leaveExport = (
  app: App,
  held: HeldExport,
  more: { readonly ms: number; readonly attempts?: number },
) =>
  internalTransaction(app, (tx) =>
    noteExport(tx, held, {
      state: 'Waiting',
      leased_until: leaseEnd(more.ms),
      ...(more.attempts === undefined ? {} : { attempts: more.attempts }),
    }),
  )

/** Ends it with a reason, which the person who started it gets by mail; nothing stays stored. */
export async function failExport(app: App, held: HeldExport, failure: string): Promise<void> {
  const keys = await internalTransaction(app, async (tx, now) => {
    await noteExport(tx, held, {
      state: 'Failed',
      failure,
      leased_until: null,
      finished_at: now,
      expires_at: expiryOf(now),
    })
    await mailThatFailed(app, tx, { ...held, failure }, now)
    return removePieces(tx, held)
  })
  for (const key of keys) await deleteBlob(app, key)
}

/** Those that no process makes, although they are not finished. */
export async function leftExports(tx: Tx): Promise<readonly ExportKey[]> {
  // real time: as leases are set
  const { rows } = await sql<ExportKey>`/* every organisation: whatever a process left behind when it died */
    select organisation_id as "organisationId", id from organisation_exports
    where finished_at is null and (leased_until is null or leased_until < ${new Date(Date.now())})
    order by id limit 100`.execute(tx)
  return rows
}
