// Deleting records and taking them back: for the commands of each kind, which know what stands in the way.
import { type Actor, administers } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import { conflict, forbidden, notFound } from '../../platform/errors.ts'
import { lockedByOthers } from '../../files/locked-files.ts'
import type { MaySee } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { lockFor } from '../access.ts'
import { involvementInBin, lockBinned, moveToBin, takeFromBin } from '../bin.ts'
import { handOver } from '../hand-over.ts'
import { checkNoLegalHold } from '../legal-hold.ts'
import type { AnyKind, RecordBase, RecordKind, RecordTables } from '../record-kind.ts'
import { may } from '../rights/involvement.ts'
import { hasSomebody } from '../somebody.ts'

/** What is recorded of a record as a whole: history only. */
export const recordEvent = (
  { kind }: Pick<RecordTables, 'kind'>,
  { organisationId, id }: RecordBase,
  what: 'deleted' | 'restored' | 'purged' | 'hold.set' | 'hold.ended' | 'takenOver' | 'form.updated',
  facts: Readonly<Record<string, unknown>>,
): DomainEvent => ({
  name: `${kind}.${what}`,
  organisationId,
  resource: { kind, id },
  subject: { kind, id },
  facts,
})

interface Deletable extends RecordBase {
  readonly name: string
  readonly createdBy: string
  readonly version: number
}

interface Deletion<R> {
  readonly id: number
  /** Why a record of the kind is kept, as a whole sentence: not for administrators who may delete everything. */
  readonly reasonToKeep: (tx: Tx, record: R & MaySee) => Promise<string | undefined>
  readonly check: (version: number) => void
}

/**
 * Moves the record into the bin, with everything on it. Those may who change it and who created it, with the right to
 * delete what is theirs; and those with the right to delete everything. Throws conflict for what is under a legal hold,
 * for what there is a reason to keep, and while somebody else has locked a file on it: nobody may delete that file, so
 * nobody may delete it with its record.
 */
export function deleteRecord<DB, TB extends keyof DB & string, R extends Deletable>(
  kind: RecordKind<DB, TB, R>,
  app: App,
  actor: Actor,
  { id, reasonToKeep, check }: Deletion<R>,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { record } = await lockFor(kind, { tx, actor, now, right: 'delete' }, id)
    checkMayDelete(kind, actor, record)
    check(record.version)
    await checkNoLegalHold(kind, tx, record)
    const reason = await reasonToKeep(tx, record)
    if (reason !== undefined && !mayDeleteAnything(actor)) throw conflict(reason)
    const locked = await lockedByOthers(tx, { ...record, kind: kind.kind }, { userId: actor.userId, now })
    if (locked !== undefined) throw conflict(locked)
    await moveToBin(kind, tx, record, { by: actor.userId, now })
    return { result: undefined, events: [recordEvent(kind, record, 'deleted', { name: record.name })] }
  })
}

/** Whether what there is a reason to keep does not stop them. */
export const mayDeleteAnything = (actor: Actor): boolean =>
  administers(actor) && actor.permissions.has('DeleteAll')

/** Whether the actor's permissions cover the record, if they have the right to delete it. */
export function mayDelete(
  { permissions, userId }: Pick<Actor, 'permissions' | 'userId'>,
  record: Pick<Deletable, 'createdBy'>,
): boolean {
  return permissions.has('DeleteAll') || (record.createdBy === userId && permissions.has('DeleteOwn'))
}

function checkMayDelete({ names }: AnyKind, actor: Actor, record: Deletable): void {
  if (mayDelete(actor, record)) return
  throw forbidden(
    record.createdBy === actor.userId
      ? `You need the permission to delete ${names.many} you created; an administrator can grant it.`
      : `You need the permission to delete ${names.many} that others created; an administrator can grant it.`,
  )
}

/**
 * Takes the record out of the bin, as it was, with everything on it: for administrators of its organisation, and within
 * a day for who deleted it. They become its owner when nobody of the organisation could open it: its people may have
 * gone since it was deleted. Throws not_found for anybody else, and for what is not in the bin.
 */
export function restoreRecord(kind: AnyKind, app: App, actor: Actor, id: number): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const record = await lockBinned(kind, tx, { organisationId: actor.organisationId, id })
    if (!record) throw notFound()
    if (!may(await involvementInBin(kind, tx, actor, { record, now }), 'restore')) throw notFound()
    await takeFromBin(kind, tx, record, now)
    const restored = recordEvent(kind, record, 'restored', { name: record.name })
    if (await hasSomebody(kind, tx, record)) return { result: undefined, events: [restored] }
    const given = await handOver(kind, tx, record, { to: actor.userId, by: actor.userId, now })
    const taken = recordEvent(kind, record, 'takenOver', { reason: whyTakenOver })
    return { result: undefined, events: [restored, taken, ...given] }
  })
}

const whyTakenOver = 'It was restored from the bin, and nobody else could open it.'
