// Removes old backups, and the contents that no backup needs any more.
import { readFileList } from './archive/file-list.ts'
import { folderOf, listBackups, type Manifest, readManifest } from './archive/manifest.ts'
import { whileLocked } from './places/place-lock.ts'
import { checkGoingOn, type Watching } from './progress.ts'
import type { Repository } from './archive/repository.ts'

/** How many backups stay: 0 means no limit. The newest one always stays. */
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

/** Removes what the retention does not keep. Can be broken off at any moment and done again. */
export function pruneBackups(
  repository: Repository,
  retention: Retention,
  watching: Watching = {},
): Promise<Pruned> {
  return whileLocked(repository.place, 'prune', async () => {
    const ids = await listBackups(repository)
    const { going, staying } = chooseGoing(ids, retention)
    // Read first: when a list is damaged it is not known what is needed, and nothing goes.
    const needed = new Set<string>()
    for (const id of staying) await addNeeded(repository, await readManifest(repository, id), needed)
    for (const id of going) {
      checkGoingOn(watching)
      await removeBackup(repository, id)
    }
    let [contents, bytes] = [0, 0]
    for await (const { name, size } of repository.place.list('contents/')) {
      checkGoingOn(watching)
      if (needed.has(name)) continue
      await repository.place.remove(name)
      contents++
      bytes += size
    }
    return { removed: going, left: staying.length, contents, bytes }
  })
}

/** Which of the backups, the oldest first, go and which stay. */
export function chooseGoing(
  ids: readonly string[],
  { keep, keepDays, now }: Retention,
): { readonly going: readonly string[]; readonly staying: readonly string[] } {
  const newest = ids.length - 1
  const goes = (id: string, index: number) => {
    if (index === newest) return false
    const tooMany = keep > 0 && index <= newest - keep
    const tooOld = keepDays > 0 && madeAt(id).getTime() < now.getTime() - keepDays * 86_400_000
    return tooMany || tooOld
  }
  return { going: ids.filter(goes), staying: ids.filter((id, index) => !goes(id, index)) }
}

/** When a backup was made, by its id. */
export const madeAt = (id: string): Date =>
  new Date(id.slice(0, 24).replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z/, 'T$1:$2:$3.$4Z'))

async function addNeeded(repository: Repository, manifest: Manifest, needed: Set<string>): Promise<void> {
  for await (const file of readFileList(repository, manifest)) needed.add(repository.objectOf(file).name)
}

/** The manifest first: what is left of a backup then counts as one that was never finished. */
async function removeBackup({ place }: Repository, id: string): Promise<void> {
  await place.remove(`${folderOf(id)}manifest`)
  const rest: string[] = []
  for await (const { name } of place.list(folderOf(id))) rest.push(name)
  for (const name of rest) await place.remove(name)
}
