// Locks on a place: one backup at a time, and no pruning while someone reads or writes.
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { processRuns, processSpace, startOfProcess } from '../../../platform/installation/process-identity.ts'
import type { Entry, Place } from './place.ts'
import { wholeOf } from '../archive/repository.ts'

/** What a place is used for. */
export type LockUse = 'create' | 'prune' | 'read'

interface Lock {
  readonly use: LockUse
  readonly host: string
  readonly pid: number
  readonly start: string | undefined
  readonly space: string
  readonly since: string
}

const folder = 'locks/'
const renewMs = 30_000
const staleMs = 150_000

const conflicts: Readonly<Record<LockUse, readonly LockUse[]>> = {
  create: ['create', 'prune'],
  prune: ['create', 'prune', 'read'],
  read: ['prune'],
}
const descriptions: Readonly<Record<LockUse, string>> = {
  create: 'A backup is being made there',
  prune: 'Old backups are being removed there',
  read: 'A backup is being read there',
}

/** Does the work while the place is locked for this use. Throws if a conflicting use is in progress. */
export async function withPlaceLock<Result>(
  place: Place,
  use: LockUse,
  work: () => Promise<Result>,
): Promise<Result> {
  const name = `${folder}${randomUUID()}.json`
  const { pid } = process
  // real time: for the person who reads it
  const since = new Date().toISOString()
  const lock: Lock = { use, host: hostname(), pid, start: startOfProcess(pid), space: processSpace(), since }
  const write = () => place.put(name, Buffer.from(`${JSON.stringify(lock)}\n`))
  // reading must be possible from places that cannot be written to
  const written = await write().then(
    () => true,
    (error: unknown) => {
      if (use !== 'read') throw error
      return false
    },
  )
  if (!written) return work()
  const timer = setInterval(() => void write().catch(() => undefined), renewMs)
  try {
    await refuseConflictingUse(place, name, use)
    return await work()
  } finally {
    clearInterval(timer)
    await place.remove(name)
  }
}

async function refuseConflictingUse(place: Place, own: string, use: LockUse): Promise<void> {
  const entries: Entry[] = []
  for await (const entry of place.list(folder)) entries.push(entry)
  // the place's own time: the clocks of its users may differ
  const now = Math.max(...entries.filter(({ name }) => name === own).map((each) => each.modifiedAt.getTime()))
  for (const { name, modifiedAt } of entries) {
    if (name === own) continue
    const lock = await readLock(place, name)
    if (!lock) continue
    if (now - modifiedAt.getTime() > staleMs || hasEnded(lock)) {
      await place.remove(name)
      continue
    }
    if (!conflicts[use].includes(lock.use)) continue
    throw new Error(
      `${descriptions[lock.use]} since ${lock.since} (process ${lock.pid} on ${lock.host}). Try again when it has finished.`,
    )
  }
}

function hasEnded({ space, pid, start }: Lock): boolean {
  return space === processSpace() && (!processRuns(pid) || startOfProcess(pid) !== start)
}

async function readLock(place: Place, name: string): Promise<Lock | undefined> {
  try {
    return JSON.parse((await wholeOf(await place.get(name))).toString('utf8')) as Lock
  } catch {
    // removed in the meantime, or never complete
    return undefined
  }
}
