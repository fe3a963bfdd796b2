// Updating a file or folder: its name, description, folder, privacy and lock.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { AppError, badInput, conflict, sentence } from '../../platform/errors.ts'
import { checkMayManage, type FileForUpdate, getFileForUpdate } from '../file-for-update.ts'
import { filesInFolder, getFolderIn } from '../access.ts'
import { fileLocked, filePrivacyChanged, fileUnlocked, fileUpdated } from '../events.ts'
import { activeLock, checkNotLink, checkUnlocked, type ConflictResolution, type File } from '../file.ts'
import { placeUnderName } from '../taken-name.ts'
import { requireName } from '../uploads/file-name.ts'
import { checkNoCycle, moveWithContents, updateShielding } from '../tree.ts'
import { isNameTaken } from '../versions.ts'
import { indexSoon } from '../texts/queue-indexing.ts'

/** What to update: an absent property is kept, null clears it. */
export interface FileChanges {
  readonly name?: string
  readonly description?: string | null
  readonly isLocked?: boolean
  readonly isPrivate?: boolean
  /** A folder of the same record; null or 0 is its root. */
  readonly folderId?: number | null
  /** Links only: the address and type of the document. */
  readonly webUri?: string
  readonly contentType?: string | null
  /** What was changed in the current version. */
  readonly comments?: string | null
  /** What to do if the name is taken at the new place, or the new name is; absent: that is a conflict. */
  readonly onConflict?: ConflictResolution
}

/** The file as it is when the update runs. */
export interface CurrentFile {
  readonly file: File
  readonly isLocked: boolean
}

interface Changing extends FileForUpdate {
  readonly app: App
  readonly actor: Actor
  readonly now: Date
}

/**
 * Applies the changes that `decide` derives from the current file, inside the transaction, all or none. Every member
 * may lock files; everything else is reserved for the person who added the file and those who may change its record.
 * Throws locked if somebody else has locked the file, and conflict if the name is taken. Returns the id of the file, or
 * of the one that has taken over its content by `onConflict`.
 */
export function updateFile(
  app: App,
  actor: Actor,
  id: number,
  decide: (current: CurrentFile) => FileChanges,
): Promise<number> {
  return change(app, actor, async (tx, now) => {
    const held = await getFileForUpdate(app, tx, actor, id)
    const { file } = held
    const changing = { ...held, app, actor, now }
    const wanted = dropUnchanged(changing, decide({ file, isLocked: activeLock(file, now) !== null }))
    checkKind(file, wanted)
    const settled = await settleName(tx, changing, wanted)
    if ('into' in settled) {
      await app.subjects[held.subject.kind].noteActivity(tx, held.subject, now)
      return { result: settled.into, events: settled.events }
    }
    const { changes } = settled
    const events = [
      ...(await changeComments(tx, changing, changes)),
      ...(await changeDetails(tx, changing, changes)),
      ...(await changePrivacy(tx, changing, changes)),
      ...(await changeLock(tx, changing, changes)),
    ]
    if (events.length > 0) await app.subjects[held.subject.kind].noteActivity(tx, held.subject, now)
    return { result: id, events }
  })
}

function dropUnchanged(
  { file }: Changing,
  { name, folderId, isLocked, comments, onConflict, ...rest }: FileChanges,
): FileChanges {
  const given = {
    ...rest,
    ...(name === undefined ? {} : { name: requireName(name, 'name') }),
    ...(folderId === undefined ? {} : { folderId: folderId || null }),
  }
  const changed = Object.entries(given).filter(([key, value]) => value !== file[key as keyof typeof given])
  // locking a file again extends the lock
  return {
    ...Object.fromEntries(changed),
    ...(isLocked === undefined ? {} : { isLocked }),
    ...(comments === undefined ? {} : { comments }),
    ...(onConflict === undefined ? {} : { onConflict }),
  }
}

function checkKind(file: File, { isLocked, isPrivate, folderId, comments }: FileChanges): void {
  if (comments !== undefined && file.kind === 'Folder') {
    throw badInput('comments', sentence('A folder has no versions that could be commented on.'))
  }
  if (file.kind === 'Folder' && isLocked) {
    throw badInput('isLocked', sentence('A folder cannot be locked; lock the files in it.'))
  }
  if (file.kind !== 'ContractDocument') return
  if (isPrivate) {
    throw badInput(
      'isPrivate',
      sentence('The document of a contract is as visible as the contract; restrict that.'),
    )
  }
  if (folderId !== undefined)
    throw badInput('folderId', sentence('The document of a contract is in no folder.'))
}

type Settled =
  | { readonly changes: FileChanges }
  | { readonly into: number; readonly events: readonly DomainEvent[] }

/** The changes that remain when the choice of `onConflict` was applied, if there was one. */
async function settleName(tx: Tx, changing: Changing, changes: FileChanges): Promise<Settled> {
  const { onConflict, comments, name, folderId, ...others } = changes
  const { app, actor, file, subject, now } = changing
  const moves = name !== undefined || folderId !== undefined
  if (!onConflict || !moves || file.kind === 'ContractDocument') return { changes }
  checkMayManage(changing)
  checkUnlocked(file, actor.userId, now)
  const folder = await getNewFolder(app, tx, actor, {
    held: changing,
    folderId: folderId === undefined ? file.folderId : folderId,
  })
  const place = { subject, folder, name: name ?? file.name }
  const choice = { resolution: onConflict, choiceName: 'onConflict', comments }
  const placing = await placeUnderName(tx, changing, place, choice)
  if ('skipped' in placing) return { changes: { ...others, ...(comments === undefined ? {} : { comments }) } }
  if ('name' in placing) {
    return { changes: placing.name === file.name ? changes : { ...changes, name: placing.name } }
  }
  if (Object.keys(others).length === 0) return placing
  throw conflict(
    `Its content would go to ${place.name}, which is there already: change ${Object.keys(others).join(', ')} apart from that.`,
  )
}

async function changeComments(
  tx: Tx,
  { actor, now, ...held }: Changing,
  { comments }: FileChanges,
): Promise<DomainEvent[]> {
  if (comments === undefined) return []
  const { file } = held
  checkNotLink(file, 'It has no versions here that could be commented on.')
  const { comments: before } = await tx
    .selectFrom('file_versions')
    .where('organisation_id', '=', file.organisationId)
    .where('file_id', '=', file.id)
    .where('version', '=', file.version)
    .select('comments')
    .executeTakeFirstOrThrow()
  if (before === comments) return []
  checkMayManage(held)
  checkUnlocked(file, actor.userId, now)
  await tx
    .updateTable('file_versions')
    .set({ comments })
    .where('organisation_id', '=', file.organisationId)
    .where('file_id', '=', file.id)
    .where('version', '=', file.version)
    .execute()
  await tx
    .updateTable('files')
    .set((eb) => ({ updated_by: actor.userId, updated_at: now, revision: eb('revision', '+', 1) }))
    .where('organisation_id', '=', file.organisationId)
    .where('id', '=', file.id)
    .execute()
  return [fileUpdated(file, { version: file.version, comments: { from: before, to: comments } })]
}

const details = ['name', 'description', 'folderId', 'webUri', 'contentType'] as const

async function changeDetails(
  tx: Tx,
  { app, actor, now, ...held }: Changing,
  changes: FileChanges,
): Promise<DomainEvent[]> {
  const { file, subject } = held
  const changed = details.filter((each) => changes[each] !== undefined)
  if (changed.length === 0) return []
  checkMayManage(held)
  checkUnlocked(file, actor.userId, now)
  const { name, description, folderId, webUri, contentType } = changes
  if (folderId !== undefined) {
    const folder = await getNewFolder(app, tx, actor, { held, folderId })
    for (const each of await filesInFolder(tx, file)) checkUnlocked(each, actor.userId, now)
    const wanted = name ?? file.name
    await moveWithContents(tx, file, { subject, folder, name: wanted }).catch((error: unknown) =>
      rethrowNameTaken(error, wanted),
    )
  }
  await tx
    .updateTable('files')
    .set((eb) => ({
      // undefined keeps the current value
      name,
      description,
      web_uri: webUri,
      content_type: contentType,
      updated_by: actor.userId,
      updated_at: now,
      revision: eb('revision', '+', 1),
    }))
    .where('organisation_id', '=', file.organisationId)
    .where('id', '=', file.id)
    .execute()
    .catch((error: unknown) => rethrowNameTaken(error, name ?? file.name))
  indexSoon(tx, file)
  return [fileUpdated(file, factsOf(file, changes, changed))]
}

const factsOf = (file: File, changes: FileChanges, changed: readonly (typeof details)[number][]) =>
  Object.fromEntries(changed.map((each) => [each, { from: file[each], to: changes[each] ?? null }]))

async function getNewFolder(
  app: App,
  tx: Tx,
  actor: Actor,
  { held, folderId }: { readonly held: FileForUpdate; readonly folderId: number | null },
): Promise<File | null> {
  const { file, subject } = held
  if (folderId === null) return null
  const folder = await getFolderIn(app, tx, actor, { subject, lock: false, folderId }).catch(
    (error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error
      throw badInput('folderId', 'must be the id of a folder of the same record.')
    },
  )
  checkNoCycle(file, folder)
  return folder
}

function rethrowNameTaken(error: unknown, name: string): never {
  if (isNameTaken(error)) throw conflict(`Something named ${name} already exists here; choose another name.`)
  throw error
}

async function changePrivacy(
  tx: Tx,
  { actor, now, ...held }: Changing,
  { isPrivate }: FileChanges,
): Promise<DomainEvent[]> {
  if (isPrivate === undefined) return []
  const { file } = held
  checkMayManage(held)
  checkUnlocked(file, actor.userId, now)
  await tx
    .updateTable('files')
    .set((eb) => ({ private: isPrivate, revision: eb('revision', '+', 1) }))
    .where('organisation_id', '=', file.organisationId)
    .where('id', '=', file.id)
    .execute()
  await updateShielding(tx, file)
  return [filePrivacyChanged(file, { private: isPrivate })]
}

async function changeLock(
  tx: Tx,
  { app, actor, now, file, rights }: Changing,
  { isLocked }: FileChanges,
): Promise<DomainEvent[]> {
  if (isLocked === undefined) return []
  const lock = activeLock(file, now)
  if (!isLocked && lock === null) return []
  // the person who forgot to unlock a file may be on holiday
  const mayBreak = !isLocked && rights.breakLocks
  if (!mayBreak) checkUnlocked(file, actor.userId, now)
  const hours = app.config.fileLockHours
  await tx
    .updateTable('files')
    .set((eb) => ({
      locked_by: isLocked ? actor.userId : null,
      locked_at: isLocked ? now : null,
      locked_for: null,
      lock_expires_at: isLocked ? new Date(now.getTime() + hours * 3_600_000) : null,
      revision: eb('revision', '+', 1),
    }))
    .where('organisation_id', '=', file.organisationId)
    .where('id', '=', file.id)
    .execute()
  return [isLocked ? fileLocked(file) : fileUnlocked(file, { lockedBy: lock?.by })]
}
