// Files that are being uploaded, kept by the browser itself (IndexedDB), so that a page that was reloaded goes on with
// them. A browser that cannot, or has no room, keeps nothing: then the same file has to be chosen again
// (kept-uploads.ts).
import { newKey } from '../../../lib/repetition.ts'
import type { Resolution, UploadTarget } from './upload-item.ts'

/** What a page needs to go on with an upload that another one began. */
export interface KeptUpload {
  readonly key: string
  /** The page that sees to it: its lock shows whether it is still there. */
  readonly page: string
  readonly userId: string
  readonly at: number
  readonly target: UploadTarget
  readonly paused: boolean
  readonly resolution: Resolution | undefined
  /** Where its content is being sent. */
  readonly url: string | null
  /** Its content has arrived; what it becomes was asked for with this key. */
  readonly uploadId: string | undefined
  readonly filingKey: string
}

const mostBytes = 1024 ** 3
// as long as the server keeps what has arrived
const DAY = 86_400_000
const DATABASE = 'chancery.uploads'

const page = newKey()
let database: Promise<IDBDatabase> | undefined
let lock: Promise<void> | undefined
const kept = new Map<string, Promise<KeptUpload | undefined>>()

/** Whether this browser has kept something; makes no database where there is none. */
export async function hasKept(): Promise<boolean> {
  try {
    const known = await window.indexedDB.databases()
    if (!known.some(({ name }) => name === DATABASE)) return false
    return (await inStores<number>('readonly', ({ uploads }) => uploads.count())) > 0
  } catch {
    return false
  }
}

/** Keeps a file with what is known of its upload; does nothing where that is not possible. */
export function keepFile(upload: Omit<KeptUpload, 'page' | 'at'>, file: File): void {
  kept.set(upload.key, keep({ ...upload, page, at: Date.now() }, file))
}

async function keep(upload: KeptUpload, file: File): Promise<KeptUpload | undefined> {
  try {
    if (!(await hasRoomFor(file))) return undefined
    await holdLock()
    await inStores('readwrite', ({ files, uploads }) => {
      files.put(file, upload.key)
      return uploads.put(upload)
    })
    return upload
  } catch {
    return undefined
  }
}

/** Remembers how far it is; resolves when that is written, or cannot be. */
export function changeKept(key: string, change: Partial<KeptUpload>): Promise<unknown> {
  const before = kept.get(key)
  if (!before) return Promise.resolve()
  const next = before.then(async (upload) => {
    if (!upload) return undefined
    const changed = { ...upload, ...change }
    await inStores('readwrite', ({ uploads }) => uploads.put(changed)).catch(() => undefined)
    return changed
  })
  kept.set(key, next)
  // no upload waits for a disk that does not answer
  return Promise.race([next, new Promise((resolve) => setTimeout(resolve, 3000))])
}

/** For an upload that has become a file, or is not wanted any more. */
export function dropKept(key: string): void {
  const before = kept.get(key)
  kept.delete(key)
  void before?.then((upload) => upload && removeKept([key])).catch(() => undefined)
}

/**
 * The uploads of pages that are not there any more, which are this page's from now on. What belongs to somebody else,
 * or is too old to go on, is deleted.
 */
export async function takeOverKept(
  userId: string,
): Promise<readonly { readonly upload: KeptUpload; readonly file: File }[]> {
  if (!('locks' in navigator)) return []
  const all = await inStores<KeptUpload[]>('readonly', ({ uploads }) => uploads.getAll())
  const isOver = (upload: KeptUpload) => upload.userId !== userId || upload.at < Date.now() - DAY
  await removeKept(all.filter(isOver).map(({ key }) => key))
  await holdLock()
  const left = all.filter((upload) => !isOver(upload) && upload.page !== page)
  const taken: { upload: KeptUpload; file: File }[] = []
  for (const gone of new Set(left.map((upload) => upload.page))) {
    taken.push(...((await onceGone(gone, () => takeOver(gone))) ?? []))
  }
  return taken
}

/**
 * Runs with the lock of a page that has ended; undefined if it has not. A page that was reloaded gives its lock back a
 * moment later.
 */
async function onceGone<Result>(gone: string, act: () => Promise<Result>): Promise<Result | undefined> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const done = await navigator.locks.request(lockOf(gone), { ifAvailable: true }, async (free) =>
      free === null ? undefined : { result: await act() },
    )
    if (done) return done.result
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return undefined
}

async function takeOver(gone: string) {
  const taken: { upload: KeptUpload; file: File }[] = []
  // asked for again: another page may have been faster
  const all = await inStores<KeptUpload[]>('readonly', ({ uploads }) => uploads.getAll())
  for (const upload of all.filter((each) => each.page === gone)) {
    const file = await inStores<unknown>('readonly', ({ files }) => files.get(upload.key))
    const own = { ...upload, page }
    await inStores('readwrite', ({ uploads }) => uploads.put(own))
    if (!(file instanceof File)) continue
    kept.set(upload.key, Promise.resolve(own))
    taken.push({ upload: own, file })
  }
  return taken
}

async function removeKept(keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await inStores('readwrite', ({ files, uploads }) => {
    for (const key of keys) files.delete(key)
    return keys.map((key) => uploads.delete(key)).at(-1)
  })
}

// at most half of what is left to this site
async function hasRoomFor({ size }: File): Promise<boolean> {
  if (size > mostBytes || !('locks' in navigator) || !('indexedDB' in window)) return false
  const { quota = 0, usage = 0 } = await navigator.storage.estimate()
  return size < (quota - usage) / 2
}

const lockOf = (owner: string) => `chancery.uploads.${owner}`

/** Held until this page ends, whatever ends it. */
function holdLock(): Promise<void> {
  lock ??= new Promise((resolve, reject) => {
    const forever = () => {
      resolve()
      return new Promise<void>(() => undefined)
    }
    navigator.locks.request(lockOf(page), forever).catch(reject)
  })
  return lock
}

interface Stores {
  readonly files: IDBObjectStore
  readonly uploads: IDBObjectStore
}

/** One transaction; resolves with the result of the request when all of it is written. */
async function inStores<Result>(
  mode: IDBTransactionMode,
  act: (stores: Stores) => IDBRequest | undefined,
): Promise<Result> {
  const db = await (database ??= openDatabase())
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(['files', 'uploads'], mode)
    const request = act({
      files: transaction.objectStore('files'),
      uploads: transaction.objectStore('uploads'),
    })
    transaction.addEventListener('complete', () => resolve(request?.result as Result))
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('Not kept')))
  })
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = window.indexedDB.open(DATABASE, 1)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('files')
      request.result.createObjectStore('uploads', { keyPath: 'key' })
    })
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('Not opened')))
  })
}
