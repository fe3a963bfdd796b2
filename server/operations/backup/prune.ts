// Removes old backups, and the contents that no remaining backup needs.
import { readFileList } from './archive/file-list.ts'
import { folderOf, listBackups, type Manifest, readManifest } from './archive/manifest.ts'
import { withPlaceLock } from './places/place-lock.ts'
import { throwIfStopping, type ProgressOptions } from './progress.ts'
import type { Repository } from './archive/repository.ts'

/** How many backups are kept: 0 means no limit. The newest one is always kept. */
export interface Retention {
  readonly keep: number
  readonly keepDays: number
  readonly now: Date
}

export interface Pruned {
  readonly removed: readonly string[]
  readonly left: number
  readonly contents: number
  readonly bytes: number
}

/** Removes the backups that the retention does not keep. Can be interrupted at any moment and repeated. */
export function pruneBackups(
  repository: Repository,
  retention: Retention,
  progress: ProgressOptions = {},
): Promise<Pruned> {
  return withPlaceLock(repository.place, 'prune', async () => {
    const ids = await listBackups(repository)
    const { expired, kept } = selectExpired(ids, retention)
    // read first: if a list is damaged, it is unknown what is needed, and nothing is removed
    const needed = new Set<string>()
    for (const id of kept) await addNeeded(repository, await readManifest(repository, id), needed)
    for (const id of expired) {
      throwIfStopping(progress)
      await removeBackup(repository, id)
    }
    let [contents, bytes] = [0, 0]
    for await (const { name, size } of repository.place.list('contents/')) {
      throwIfStopping(progress)
      if (needed.has(name)) continue
      await repository.place.remove(name)
      contents++
      bytes += size
    }
    return { removed: expired, left: kept.length, contents, bytes }
  })
}

/** Which of the backups, oldest first, are removed and which are kept. */
export function selectExpired(
  ids: readonly string[],
  { keep, keepDays, now }: Retention,
): { readonly expired: readonly string[]; readonly kept: readonly string[] } {
  const newest = ids.length - 1
  const isExpired = (id: string, index: number) => {
    if (index === newest) return false
    const tooMany = keep > 0 && index <= newest - keep
    const tooOld = keepDays > 0 && createdAt(id).getTime() < now.getTime() - keepDays * 86_400_000
    return tooMany || tooOld
  }
  return { expired: ids.filter(isExpired), kept: ids.filter((id, index) => !isExpired(id, index)) }
}

/** When a backup was made, by its id. */
const createdAt = (id: string): Date =>
  new Date(id.slice(0, 24).replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z/, 'T$1:$2:$3.$4Z'))

async function addNeeded(repository: Repository, manifest: Manifest, needed: Set<string>): Promise<void> {
  for await (const file of readFileList(repository, manifest)) needed.add(repository.objectOf(file).name)
}

/** The manifest first: what is left then counts as a backup that was never completed. */
async function removeBackup({ place }: Repository, id: string): Promise<void> {
  await place.remove(`${folderOf(id)}manifest`)
  const rest: string[] = []
  for await (const { name } of place.list(folderOf(id))) rest.push(name)
  for (const name of rest) await place.remove(name)
}
