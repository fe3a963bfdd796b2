// Purging records from the bin: the record and everything on it is gone for good. What is left is a certificate in the
// history, with the hashes of the contents that were destroyed.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { deleteBlob } from '../../files/contents/stored-blobs.ts'
import { deleteFilesOf, type DestroyedFile } from '../../files/commands/delete-files-of.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent, systemActor } from '../../platform/events/change.ts'
import { AppError, forbidden, notFound } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { holdMade } from '../access.ts'
import { type Binned, binnedBefore, involvementInBin, lockBinned, moveToBin } from '../bin.ts'
import { checkNoLegalHold } from '../legal-hold.ts'
import type { AnyKind, RecordBase } from '../record-kind.ts'
import { may } from '../rights/involvement.ts'
import { recordEvent } from './delete-record.ts'

/** What of a kind is purged with it. */
export interface PurgedKind {
  readonly kind: AnyKind
  /**
   * Deletes everything that refers to the record but its files, members and values, and unlinks other records from it.
   * Returns what the certificate says of it, and the events of the records that are unlinked.
   */
  readonly clear: (tx: Tx, record: RecordBase, now: Date) => Promise<Cleared>
  /** Deletes what its files refer to, after they are gone. */
  readonly clearRest: (tx: Tx, record: RecordBase) => Promise<void>
}

export interface Cleared {
  readonly facts: Readonly<Record<string, unknown>>
  readonly events: readonly DomainEvent[]
}

/** What is to be purged. The reason is in its history. */
export interface Purge {
  readonly id: number
  readonly reason?: string
}

/**
 * Purges a record of the actor's organisation immediately: for administrators. Throws not_found for what is not in the
 * bin, conflict for what is under a legal hold.
 */
export async function purgeRecord(
  purged: PurgedKind,
  app: App,
  actor: Actor,
  { id, reason }: Purge,
): Promise<void> {
  const check = async (tx: Tx, record: Binned, now: Date) => {
    if (may(await involvementInBin(purged.kind, tx, actor, { record, now }), 'purge')) return
    throw forbidden('Only an administrator of your organisation may empty the bin.')
  }
  const done = await purge(app, { by: actor, check, reason }, purged, {
    organisationId: actor.organisationId,
    id,
  })
  if (!done) throw notFound()
}

const batch = 100

/** Purges every record that has been in the bin for the configured number of days, and returns how many there were. */
export async function purgeRecords(app: App, kinds: readonly PurgedKind[]): Promise<number> {
  let done = 0
  for (const purged of kinds) {
    for await (const record of dueRecords(app, purged)) {
      if (await purgeUnlessKept(app, purged, record)) done++
    }
  }
  return done
}

/** What a record under a legal hold belongs to stays until the hold ends: it would lose the relation. */
async function purgeUnlessKept(app: App, purged: PurgedKind, record: RecordBase): Promise<boolean> {
  try {
    return await purge(app, { by: systemActor('purge-records') }, purged, record)
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return false
    throw error
  }
}

async function* dueRecords(app: App, { kind }: PurgedKind): AsyncGenerator<RecordBase> {
  const before = new Date(app.clock.now().getTime() - app.config.binDays * 86_400_000)
  let after: RecordBase = { organisationId: 0, id: 0 }
  for (let found = batch; found === batch; ) {
    const records = await binnedBefore(kind, app.db, { before, after, most: batch })
    for (const record of records) {
      if (app.stopping()) return
      yield record
    }
    found = records.length
    after = records.at(-1) ?? after
  }
}

interface Purging {
  readonly by: Actor | ReturnType<typeof systemActor>
  /** Throws forbidden for who may not. */
  readonly check?: (tx: Tx, record: Binned, now: Date) => Promise<void>
  readonly reason?: string | undefined
}

async function purge(
  app: App,
  { by, check, reason }: Purging,
  purged: PurgedKind,
  named: RecordBase,
): Promise<boolean> {
  const keys = await change(app, by, async (tx, now) => {
    const record = await lockBinned(purged.kind, tx, named)
    // somebody restored or purged it in the meantime
    if (!record) return { result: undefined, events: [] }
    await check?.(tx, record, now)
    const { keys: unused, events } = await purgeHeld(tx, purged, { ...record, reason }, now)
    return { result: unused, events }
  })
  for (const key of keys ?? []) await deleteBlob(app, key)
  return keys !== undefined
}

/** Purges a record in the bin that is held; the keys are those of contents that nothing refers to any more. */
async function purgeHeld(
  tx: Tx,
  { kind, clear, clearRest }: PurgedKind,
  record: Binned & { readonly reason?: string | undefined },
  now: Date,
) {
  await checkNoLegalHold(kind, tx, record)
  const { facts, events } = await clear(tx, record, now)
  const files = await deleteFilesOf(tx, { ...record, kind: kind.kind })
  await clearRest(tx, record)
  await deleteRow(kind, tx, record)
  const certificate = certificateOf(kind, record, {
    facts: { ...facts, ...(record.reason === undefined ? {} : { reason: record.reason }) },
    files: files.files,
  })
  return { keys: files.keys, events: [...events, ...certificate] }
}

/**
 * Purges a record that was made by mistake, without the days in the bin: `check` throws what keeps it. Throws not_found
 * for one that is not there, conflict for one under a legal hold.
 */
export async function purgeMade(
  purged: PurgedKind,
  app: App,
  actor: Actor,
  { id, check }: { readonly id: number; readonly check: (tx: Tx, record: RecordBase) => Promise<void> },
): Promise<void> {
  const named = { organisationId: actor.organisationId, id }
  const keys = await change(app, actor, async (tx, now) => {
    const held = await holdMade(purged.kind, tx, named)
    if (!held) throw notFound()
    await check(tx, held)
    await moveToBin(purged.kind, tx, held, { by: actor.userId, now })
    const record = await lockBinned(purged.kind, tx, named)
    if (!record) throw notFound()
    const { keys: unused, events } = await purgeHeld(tx, purged, record, now)
    return { result: unused, events }
  })
  for (const key of keys) await deleteBlob(app, key)
}

async function deleteRow({ kind, table, type }: AnyKind, tx: Tx, { organisationId, id }: RecordBase) {
  await sql`delete from field_values where organisation_id = ${organisationId} and record_kind = ${kind}
    and record_id = ${id}`.execute(tx)
  await sql`delete from notifications where organisation_id = ${organisationId} and subject_kind = ${kind}
    and subject_id = ${id}`.execute(tx)
  await sql`delete from recents where organisation_id = ${organisationId} and kind = ${type} and record_id = ${id}`.execute(
    tx,
  )
  // not through access.ts: it is in the bin, and has just been held; its members go with it
  await sql`delete from ${sql.table(table)} where organisation_id = ${organisationId} and id = ${id}`.execute(
    tx,
  )
}

// an event is read as a whole
const filesInEvent = 200

/** What was destroyed, when and by whom the event itself says: of a record with many files, in several events. */
function certificateOf(
  kind: AnyKind,
  record: Binned,
  { facts, files }: { readonly facts: Cleared['facts']; readonly files: readonly DestroyedFile[] },
): readonly DomainEvent[] {
  const parts = Array.from({ length: Math.max(1, Math.ceil(files.length / filesInEvent)) }, (_, part) =>
    files.slice(part * filesInEvent, (part + 1) * filesInEvent),
  )
  const whole = {
    name: record.name,
    deletedAt: record.deletedAt.toISOString(),
    deletedBy: record.deletedBy,
    ...facts,
    files: files.length,
    // of all contents together, in the order in which they are listed
    sha256: createHash('sha256').update(JSON.stringify(files)).digest('hex'),
  }
  return parts.map((contents, index) =>
    recordEvent(kind, record, 'purged', { ...whole, part: index + 1, parts: parts.length, contents }),
  )
}
