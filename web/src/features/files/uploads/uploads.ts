// Uploading: which files are sent when, where they go, and what happens to names that are taken. The content goes ahead
// in pieces (send-file.ts) and then becomes a file or version in one call with a key, so that it arrives once, whatever
// breaks.
import { answer, client, ifMatch, signedInUserId } from '../../../lib/client.ts'
import { isUnanswered, Refusal } from '../../../lib/refusal.ts'
import { newKey } from '../../../lib/repetition.ts'
import { onLeaving } from '../../../lib/session-gate.ts'
import { namesIn, type RecordRef } from '../files.ts'
import type { Dropped } from './dropped-files.ts'
import { type FolderPlan, planFolders } from './folder-plan.ts'
import { changeKept, dropKept, keepFile, type KeptUpload } from './kept-files.ts'
import { forgetUpload } from './kept-uploads.ts'
import { type Sending, startSending, Stopped } from './send-file.ts'
import { isUnfinished, type Resolution, type UploadItem, type UploadTarget } from './upload-item.ts'
import { addItems, changeItem, currentUploads, findItem, removeItems } from './upload-store.ts'
import { whenServerAnswers } from './when-server-answers.ts'

const mostAtOnce = 3

/** What the tray does not show of an upload. */
interface Work {
  readonly file: File
  readonly sending: Sending
  readonly folders: FolderPlan | undefined
  /** Under which the browser keeps it. */
  readonly kept: string
  resolution: Resolution | undefined
  /** Sent with the call that makes it a file, so that repeating that, after a reload as well, does it once. */
  filingKey: string
  /** The content that has arrived. */
  uploadId: string | undefined
}

const works = new Map<number, Work>()
const running = new Set<number>()
let lastId = 0

/**
 * Uploads what was dropped or chosen into a folder of a record. Names that are taken are asked about once for all of
 * them.
 */
export async function uploadInto(
  { record, folderId, folderName }: { record: RecordRef; folderId: number | null; folderName: string },
  { files, emptyFolders }: Dropped,
): Promise<void> {
  const folders = planFolders(record, folderId)
  const added = files.map(({ file, path }) =>
    newItem(file, { kind: 'folder', record, folderId, folderName, path }, folders),
  )
  addItems(added)
  const taken = await takenNames(added, folders)
  for (const { id } of added) {
    if (findItem(id)?.state === 'checking') changeItem(id, { state: taken.has(id) ? 'asking' : 'waiting' })
  }
  startNext()
  for (const path of emptyFolders) await folders.folderAt(path).catch(() => undefined)
}

/** Uploads a file as the next version of another one. */
export function uploadVersion(
  target: Omit<Extract<UploadTarget, { kind: 'version' }>, 'kind'>,
  file: File,
): void {
  const item = newItem(file, { kind: 'version', ...target }, undefined)
  addItems([{ ...item, state: 'waiting' }])
  startNext()
}

function newItem(file: File, target: UploadTarget, folders: FolderPlan | undefined): UploadItem {
  const userId = signedInUserId()
  const begun = { key: newKey(), filingKey: newKey(), url: null, uploadId: undefined, resolution: undefined }
  if (userId !== undefined) keepFile({ ...begun, userId, target, paused: false }, file)
  return newWork({ ...begun, target }, file, folders)
}

function newWork(
  begun: Pick<KeptUpload, 'key' | 'filingKey' | 'url' | 'uploadId' | 'resolution' | 'target'>,
  file: File,
  folders: FolderPlan | undefined,
): UploadItem {
  const { key, url, target, ...known } = begun
  lastId += 1
  works.set(lastId, {
    ...known,
    file,
    folders,
    kept: key,
    sending: startSending(file, url, (address) => void changeKept(key, { url: address })),
  })
  return { id: lastId, name: file.name, size: file.size, sent: 0, state: 'checking', target }
}

/** Goes on with what a page that is not there any more had begun. What was paused stays so. */
export function goOnWith(found: readonly { readonly upload: KeptUpload; readonly file: File }[]): void {
  const plans = new Map<string, FolderPlan>()
  const planFor = (target: UploadTarget) => {
    if (target.kind !== 'folder') return undefined
    const place = JSON.stringify([target.record, target.folderId])
    const plan = plans.get(place) ?? planFolders(target.record, target.folderId)
    plans.set(place, plan)
    return plan
  }
  addItems(
    found.map(({ upload, file }) => ({
      ...newWork(upload, file, planFor(upload.target)),
      state: upload.paused ? 'paused' : 'waiting',
    })),
  )
  startNext()
}

/** For when the person is not at work here any more: nothing of theirs goes on, or stays in this browser. */
function endAll(): void {
  for (const { sending, kept } of works.values()) {
    sending.stop()
    dropKept(kept)
  }
  works.clear()
  removeItems(() => true)
}
onLeaving(endAll)

/** Those whose name is in their folder already, or came before in the same drop. */
async function takenNames(added: readonly UploadItem[], folders: FolderPlan): Promise<ReadonlySet<number>> {
  const taken = new Set<number>()
  const seen = new Set<string>()
  for (const { id, name, target } of added) {
    if (target.kind !== 'folder') continue
    const key = [...target.path, name].join('/').toLowerCase()
    // the server is the judge: what cannot be asked for now is decided when the file is there
    const names = await folders.namesAt(target.path).catch(() => undefined)
    if (seen.has(key) || names?.has(name.toLowerCase())) taken.add(id)
    seen.add(key)
  }
  return taken
}

/** The answer to the question about taken names; `undefined` leaves the file out of the question. */
export function resolveNames(resolutionOf: (item: UploadItem) => Resolution | undefined): void {
  for (const item of currentUploads().filter(({ state }) => state === 'asking')) {
    const work = works.get(item.id)
    const resolution = resolutionOf(item)
    if (!work || resolution === undefined) continue
    work.resolution = resolution
    void changeKept(work.kept, { resolution })
    if (resolution === 'Skip') end(item.id, { state: 'skipped' })
    else changeItem(item.id, { state: 'waiting' })
  }
  startNext()
}

/** Stops sending for the time being. */
export function pause(id: number): void {
  const state = findItem(id)?.state
  if (state !== 'waiting' && state !== 'sending') return
  changeItem(id, { state: 'paused' })
  const work = works.get(id)
  work?.sending.stop()
  if (work) void changeKept(work.kept, { paused: true })
}

/** Goes on where it was stopped, or tries again what failed. */
export function resume(id: number): void {
  const state = findItem(id)?.state
  if (state !== 'paused' && state !== 'failed') return
  changeItem(id, { state: 'waiting', problem: undefined })
  const work = works.get(id)
  if (work) void changeKept(work.kept, { paused: false })
  startNext()
}

/** Stops it for good. What has become a file already stays. */
export function remove(id: number): void {
  if (findItem(id)?.state === 'filing') return
  const work = works.get(id)
  work?.sending.giveUp()
  if (work) dropKept(work.kept)
  works.delete(id)
  removeItems((item) => item.id === id)
  startNext()
}

/** Takes what is over off the list. */
export function clearFinished(): void {
  for (const item of currentUploads()) {
    if (isUnfinished(item)) continue
    const work = works.get(item.id)
    if (work) dropKept(work.kept)
    works.delete(item.id)
  }
  removeItems((item) => !isUnfinished(item))
}

function startNext(): void {
  for (const item of currentUploads()) {
    if (running.size >= mostAtOnce) return
    if (item.state !== 'waiting' || running.has(item.id)) continue
    running.add(item.id)
    void run(item.id).finally(() => {
      running.delete(item.id)
      startNext()
    })
  }
}

async function run(id: number): Promise<void> {
  const work = works.get(id)
  const item = findItem(id)
  if (!work || !item) return
  try {
    changeItem(id, { state: 'sending' })
    work.uploadId ??= await work.sending.send((sent) => changeItem(id, { sent }))
    changeItem(id, { state: 'filing', sent: item.size })
    await changeKept(work.kept, { uploadId: work.uploadId })
    const fileId = await file(item, work, work.uploadId)
    if (fileId === undefined) end(id, { state: 'skipped' })
    else end(id, { state: 'done', fileId })
  } catch (error) {
    if (error instanceof Stopped) return
    await failed(id, work, error)
  }
}

function end(id: number, outcome: Pick<UploadItem, 'state' | 'fileId'>): void {
  changeItem(id, outcome)
  const work = works.get(id)
  if (work) forgetUpload(work.file)
  if (work) dropKept(work.kept)
  if (outcome.state === 'skipped') work?.sending.giveUp()
  works.delete(id)
}

/** Makes the content that has arrived a file or version; undefined if it was skipped. */
async function file({ target }: UploadItem, work: Work, uploadId: string): Promise<number | undefined> {
  const upload = { id: uploadId }
  const key = { 'Idempotency-Key': work.filingKey }
  if (target.kind === 'version') {
    const { fileId, comments, etag } = target
    const made = await whenServerAnswers(() =>
      answer(
        client.POST('/v2/files/{fileId}', {
          params: { path: { fileId } },
          headers: { ...ifMatch(etag), ...key },
          body: { upload, ...(comments === undefined || comments === '' ? {} : { comments }) },
        }),
      ),
    )
    return made.id
  }
  const folder = (await work.folders?.folderAt(target.path)) ?? null
  const body = {
    upload,
    resource: target.record,
    ...(folder === null ? {} : { folder: { id: folder } }),
    ...(work.resolution === undefined ? {} : { onConflict: work.resolution }),
  }
  const made = await whenServerAnswers(() => answer(client.POST('/v2/files', { headers: key, body })))
  return made?.id
}

async function failed(id: number, work: Work, error: unknown): Promise<void> {
  const refusal = error instanceof Refusal ? error : undefined
  // answered: what is asked next is another call
  if (!isUnanswered(error)) {
    work.filingKey = newKey()
    void changeKept(work.kept, { filingKey: work.filingKey })
  }
  const item = findItem(id)
  // somebody took the name meanwhile; there are other conflicts too
  if (item && refusal?.status === 409 && work.resolution === undefined && (await isTaken(item, work))) {
    return changeItem(id, { state: 'asking' })
  }
  // what had arrived has ended: it starts again
  if (refusal?.status === 400 && 'upload' in refusal.errors) {
    work.uploadId = undefined
    void changeKept(work.kept, { uploadId: undefined, url: null })
  }
  changeItem(id, { state: 'failed', problem: refusal?.message ?? String(error) })
}

async function isTaken({ name, target }: UploadItem, { folders }: Work): Promise<boolean> {
  if (target.kind !== 'folder' || !folders) return false
  try {
    const names = await namesIn(target.record, await folders.folderAt(target.path))
    return names.has(name.toLowerCase())
  } catch {
    return false
  }
}
