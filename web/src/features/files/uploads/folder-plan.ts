// The folders that uploads need: found, or created once, whatever number of files go into them.
import { answer, client } from '../../../lib/client.ts'
import { hasStatus } from '../../../lib/refusal.ts'
import { type FileItem, namesIn, type RecordRef } from '../files.ts'
import { whenServerAnswers } from './when-server-answers.ts'

export interface FolderPlan {
  /** The names in a folder before anything was uploaded; undefined if the folder is not there yet. */
  namesAt(path: readonly string[]): Promise<ReadonlyMap<string, FileItem> | undefined>
  /** The folder's id, created if it is not there; null for the root of the record. */
  folderAt(path: readonly string[]): Promise<number | null>
}

/** Folders below one of a record. Each is asked for and created once. */
export function planFolders(record: RecordRef, folderId: number | null): FolderPlan {
  const names = new Map<string, Promise<ReadonlyMap<string, FileItem> | undefined>>()
  const folders = new Map<string, Promise<number | null>>()
  const key = (path: readonly string[]) => path.join('/').toLowerCase()

  const remembered = <Value>(
    map: Map<string, Promise<Value>>,
    path: readonly string[],
    make: () => Promise<Value>,
  ): Promise<Value> => {
    const known = map.get(key(path))
    if (known) return known
    const made = make()
    map.set(key(path), made)
    // the next file of this folder tries again
    made.catch(() => map.delete(key(path)))
    return made
  }

  const existing = async (path: readonly string[]): Promise<number | null | undefined> => {
    if (path.length === 0) return folderId
    const found = (await plan.namesAt(path.slice(0, -1)))?.get((path.at(-1) ?? '').toLowerCase())
    return found?.type === 'Folder' ? found.id : undefined
  }

  const plan: FolderPlan = {
    namesAt: (path) =>
      remembered(names, path, async () => {
        const id = await existing(path)
        return id === undefined ? undefined : whenServerAnswers(() => namesIn(record, id))
      }),
    folderAt: (path) =>
      remembered(folders, path, async () => {
        const there = await existing(path)
        if (there !== undefined) return there
        const parent = await plan.folderAt(path.slice(0, -1))
        return createFolder(record, parent, path.at(-1) ?? '')
      }),
  }
  return plan
}

async function createFolder(record: RecordRef, parent: number | null, name: string): Promise<number> {
  const body = { name, resource: record, ...(parent === null ? {} : { folder: { id: parent } }) }
  try {
    const made = await whenServerAnswers(() => answer(client.POST('/v2/files', { body })))
    return made?.id ?? 0
  } catch (error) {
    if (!hasStatus(error, 409)) throw error
    // somebody else was faster
    const there = (await namesIn(record, parent)).get(name.toLowerCase())
    if (there?.type !== 'Folder') throw error
    return there.id
  }
}
