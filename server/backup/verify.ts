// Reads backups again, all of them or one, and compares everything with its hash.
import { listContents, type KeptContents, readContents, WrongContents } from './archive/contents.ts'
import { readFileList } from './archive/file-list.ts'
import { chooseBackup, DamagedBackup, listBackups, type Manifest, readManifest } from './archive/manifest.ts'
import { readPart } from './archive/parts.ts'
import { whileLocked } from './places/place-lock.ts'
import { checkGoingOn, forEachOf, type Watching } from './progress.ts'
import type { Repository } from './archive/repository.ts'
import { createLineCutter, digestRows } from './database/rows-digest.ts'

export interface Verified {
  readonly backups: number
  readonly contents: number
  readonly bytes: number
  /** What is missing or damaged, one sentence each. */
  readonly findings: readonly string[]
}

const atOnce = 4

/** Changes nothing; several backups share contents, which are read once. */
export function verifyBackups(
  repository: Repository,
  { backup }: { readonly backup?: string | undefined },
  watching: Watching = {},
): Promise<Verified> {
  return whileLocked(repository.place, 'read', async () => {
    const ids =
      backup === undefined ? await listBackups(repository) : [await chooseBackup(repository, backup)]
    const findings: string[] = []
    const contents = new Map<string, KeptContents>()
    for (const id of ids) {
      await noting(findings, async () => {
        const manifest = await readManifest(repository, id)
        for (const key of manifest.files.lost)
          findings.push(`${id}: ${key} was lost before the backup was made`)
        await verifyTables(repository, manifest, findings, watching)
        for await (const file of readFileList(repository, manifest)) contents.set(file.sha256, file)
      })
    }
    const bytes = await verifyContents(repository, contents, findings, watching)
    return { backups: ids.length, contents: contents.size, bytes, findings }
  })
}

async function noting(findings: string[], work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof DamagedBackup) && !(error instanceof WrongContents)) throw error
    findings.push(error.message)
  }
}

async function verifyTables(
  repository: Repository,
  { id, tables }: Manifest,
  findings: string[],
  watching: Watching,
): Promise<void> {
  for (const [number, table] of tables.entries()) {
    checkGoingOn(watching)
    await noting(findings, async () => {
      const digest = digestRows()
      const cutter = createLineCutter(digest.add)
      for (const part of table.parts) cutter.add(await readPart(repository, part))
      cutter.end()
      if (digest.rows !== table.rows || digest.hex() !== table.digest)
        throw new DamagedBackup(`${id}: the rows of ${table.name} are not those of the manifest`)
    })
    watching.onProgress?.({ what: 'tables', done: number + 1, total: tables.length })
  }
}

async function verifyContents(
  repository: Repository,
  contents: ReadonlyMap<string, KeptContents>,
  findings: string[],
  watching: Watching,
): Promise<number> {
  const there = await listContents(repository)
  let [bytes, done] = [0, 0]
  await forEachOf([...contents.values()], atOnce, async (each) => {
    checkGoingOn(watching)
    const object = repository.objectOf(each)
    if (there.get(object.name) === object.size) {
      await noting(findings, async () => {
        for await (const chunk of readContents(repository, each)) bytes += chunk.length
      })
    } else findings.push(`${object.name} is missing or damaged (${each.key})`)
    watching.onProgress?.({ what: 'files', done: ++done, total: contents.size })
  })
  return bytes
}
