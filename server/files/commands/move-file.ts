// Moving a file or folder: to another folder, to the root of its record, or to a folder of another record.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { AppError, conflict, forbidden, notFound } from '../../platform/errors.ts'
import type { MayContribute } from '../../platform/granted.ts'
import type { Subject } from '../../platform/subject.ts'
import { checkMayManage, type FileForUpdate, getFileForUpdate } from '../file-for-update.ts'
import { filesInFolder, getFileToSee, getFolderIn } from '../access.ts'
import { checkNotInvoiceDocument } from '../bin.ts'
import { fileCreated, fileLeft, fileUpdated } from '../events.ts'
import { checkUnlocked, type ConflictResolution, type File, isSameRecord } from '../file.ts'
import { placeUnderName } from '../taken-name.ts'
import { checkNoCycle, moveWithContents } from '../tree.ts'

interface Move {
  /**
   * A folder. Absent, 0 or the id of the file's own record means the root of that record. If a folder of that record
   * has the same id, the folder wins.
   */
  readonly destinationId?: number | undefined
  /** What to do with a file of the same name at the destination; if absent, that is a conflict. */
  readonly conflictResolution?: ConflictResolution | undefined
  /** What the caller knows this choice by; default: conflictResolution. */
  readonly choiceName?: string
  /** Whether the id of the destination can only be that of a folder. */
  readonly onlyFolders?: boolean
}

interface Moving extends FileForUpdate {
  readonly app: App
  readonly actor: Actor
  readonly within: readonly File[]
  readonly now: Date
}

interface Destination {
  readonly subject: Subject & MayContribute
  readonly folder: File | null
}

/**
 * Moves the file with everything in it. If the destination has a file of the same name, it can become a new version of
 * that file (SaveVersion) or replace its content (Replace), and is itself moved to the bin. Throws not_found if the
 * destination is not a folder that the actor may see, forbidden without the right to add there or to remove here,
 * locked if somebody else has locked any of the files, and conflict if the current state does not allow the move.
 */
export function moveFile(app: App, actor: Actor, id: number, move: Move): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { file: found, folder } = await findSourceAndDestination(app, tx, actor, { id, move })
    await lockRecords(app, tx, actor, [found.subject, folder?.subject ?? found.subject])
    const held = await getFileForUpdate(app, tx, actor, id)
    const destination = await reloadDestination(app, tx, actor, { held, folder })
    const moving = { ...held, app, actor, now, within: await filesInFolder(tx, held.file) }
    if (isAlreadyIn(held.file, destination)) return { result: undefined, events: [] }
    checkMayMove(moving, destination)
    if (!isSameRecord(held.subject, destination.subject)) {
      await checkNotInvoiceDocument(tx, held.file.organisationId, [held.file, ...moving.within])
      await app.subjects[held.subject.kind].checkNoLegalHold(tx, held.subject)
    }
    const events = await moveToDestination(tx, moving, { destination, move })
    if (events.length > 0) {
      for (const subject of isSameRecord(held.subject, destination.subject)
        ? [held.subject]
        : [held.subject, destination.subject]) {
        await app.subjects[subject.kind].noteActivity(tx, subject, now)
      }
    }
    return { result: undefined, events }
  })
}

async function findSourceAndDestination(
  app: App,
  tx: Tx,
  actor: Actor,
  { id, move: { destinationId, onlyFolders = false } }: { readonly id: number; readonly move: Move },
): Promise<{ readonly file: File; readonly folder: File | null }> {
  const file = await getFileToSee(app, tx, actor, id)
  if (!destinationId) return { file, folder: null }
  const folder = await getFileToSee(app, tx, actor, destinationId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  })
  const isFolder = folder?.kind === 'Folder'
  if (isFolder && isSameRecord(folder.subject, file.subject)) return { file, folder }
  if (!onlyFolders && destinationId === file.subject.id) return { file, folder: null }
  if (!isFolder) throw notFound()
  return { file, folder }
}

/** Always in the same order, so that two moves in opposite directions cannot deadlock. */
async function lockRecords(
  app: App,
  tx: Tx,
  actor: Actor,
  subjects: readonly File['subject'][],
): Promise<void> {
  const inOrder = subjects.toSorted((one, other) =>
    one.kind === other.kind ? one.id - other.id : one.kind < other.kind ? -1 : 1,
  )
  for (const { kind, id } of inOrder) {
    const subject = await app.subjects[kind].getToContribute(tx, actor, id)
    await app.subjects[kind].hold(tx, subject)
  }
}

/** Read again, now that the record is locked. */
async function reloadDestination(
  app: App,
  tx: Tx,
  actor: Actor,
  { held, folder }: { readonly held: FileForUpdate; readonly folder: File | null },
): Promise<Destination> {
  if (!folder) return { subject: held.subject, folder: null }
  const { kind, id } = folder.subject
  const subject = isSameRecord(held.subject, folder.subject)
    ? held.subject
    : await app.subjects[kind].getToContribute(tx, actor, id)
  return { subject, folder: await getFolderIn(app, tx, actor, { subject, lock: false, folderId: folder.id }) }
}

const isAlreadyIn = (file: File, { subject, folder }: Destination) =>
  file.kind !== 'ContractDocument' &&
  isSameRecord(file.subject, subject) &&
  file.folderId === (folder?.id ?? null)

function checkMayMove({ actor, within, now, ...held }: Moving, { subject, folder }: Destination): void {
  const { file } = held
  if (file.kind === 'ContractDocument') {
    throw conflict('The document of a contract cannot be moved: it stays with the contract, in no folder.')
  }
  checkMayManage(held)
  checkNoCycle(file, folder)
  for (const each of [file, ...within]) checkUnlocked(each, actor.userId, now)
  if (isSameRecord(file.subject, subject)) return
  if (subject.organisationId !== file.organisationId) {
    throw conflict('A file cannot leave its organisation. Download it and upload it there.')
  }
  if (held.rights.remove || within.every(({ createdBy }) => createdBy === actor.userId)) return
  throw forbidden(
    `Only those who may change this ${file.subject.kind} may remove what others have added to it.`,
  )
}

async function moveToDestination(
  tx: Tx,
  moving: Moving,
  { destination, move }: { readonly destination: Destination; readonly move: Move },
): Promise<readonly DomainEvent[]> {
  const place = { ...destination, name: moving.file.name }
  const placing = await placeUnderName(tx, moving, place, {
    resolution: move.conflictResolution,
    choiceName: move.choiceName,
  })
  if ('skipped' in placing) return []
  return 'into' in placing ? placing.events : moveUnderName(tx, moving, destination, placing.name)
}

/** Moves the file under a name that is free at the destination. */
async function moveUnderName(
  tx: Tx,
  { file, within, actor, now }: Moving,
  { subject, folder }: Destination,
  name: string,
): Promise<readonly DomainEvent[]> {
  await moveWithContents(tx, file, { subject, folder, name })
  await tx
    .updateTable('files')
    .set({ updated_by: actor.userId, updated_at: now, revision: file.revision + 1 })
    .where('organisation_id', '=', file.organisationId)
    .where('id', '=', file.id)
    .execute()
  const facts = {
    name,
    folderId: { from: file.folderId, to: folder?.id ?? null },
    ...(name === file.name ? {} : { nameBefore: file.name }),
  }
  if (isSameRecord(file.subject, subject)) return [fileUpdated(file, facts)]
  const all = [file, ...within]
  const to = { kind: subject.kind, id: subject.id }
  return [
    ...all.map((each) => fileLeft(each, { to })),
    ...all.map((each) =>
      fileCreated(
        { ...each, subject },
        each.id === file.id ? { ...facts, from: file.subject } : { from: file.subject },
      ),
    ),
  ]
}
