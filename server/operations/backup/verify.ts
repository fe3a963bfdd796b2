// Reads backups, one or all of them, and compares everything with its hash.
import { listContents, type StoredContents, readContents, ContentMismatch } from './archive/contents.ts'
import { readFileList } from './archive/file-list.ts'
import { chooseBackup, DamagedBackup, listBackups, type Manifest, readManifest } from './archive/manifest.ts'
import { checkManifest } from './archive/manifest-rules.ts'
import { readPart } from './archive/parts.ts'
import { withPlaceLock } from './places/place-lock.ts'
import { throwIfStopping, forEachConcurrently, type ProgressOptions } from './progress.ts'
import type { Repository } from './archive/repository.ts'
import { createLineCutter, digestRows, isRow } from './database/rows-digest.ts'

export interface Verified {
  readonly backups: number
  readonly contents: number
  readonly bytes: number
  /** What is missing or damaged, one sentence each. */
  readonly findings: readonly string[]
}

const concurrency = 4

/** Changes nothing; contents shared by several backups are read once. */
export function verifyBackups(
  repository: Repository,
  { backup }: { readonly backup?: string | undefined },
  progress: ProgressOptions = {},
): Promise<Verified> {
  return withPlaceLock(repository.place, 'read', async () => {
    const ids =
      backup === undefined ? await listBackups(repository) : [await chooseBackup(repository, backup)]
    const findings: string[] = []
    const contents = new Map<string, StoredContents>()
    for (const id of ids) {
      await collectFindings(findings, async () => {
        const manifest = await readManifest(repository, id)
        await checkManifest(manifest, id)
        for (const key of manifest.files.lost)
          findings.push(`${id}: ${key} was lost before the backup was made`)
        await verifyTables(repository, manifest, findings, progress)
        for await (const file of readFileList(repository, manifest)) contents.set(file.sha256, file)
      })
    }
    const bytes = await verifyContents(repository, contents, findings, progress)
    return { backups: ids.length, contents: contents.size, bytes, findings }
  })
}

async function collectFindings(findings: string[], work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof DamagedBackup) && !(error instanceof ContentMismatch)) throw error
    findings.push(error.message)
  }
}

async function verifyTables(
  repository: Repository,
  { id, tables }: Manifest,
  findings: string[],
  progress: ProgressOptions,
): Promise<void> {
  for (const [number, table] of tables.entries()) {
    throwIfStopping(progress)
    await collectFindings(findings, async () => {
      const digest = digestRows()
      const cutter = createLineCutter((line) => {
        if (!isRow(line, table.columns.length))
          throw new DamagedBackup(`${id}: ${table.name} has a row that is none`)
        digest.add(line)
      })
      for (const part of table.parts) cutter.add(await readPart(repository, part))
      cutter.end()
      if (digest.rows !== table.rows || digest.hex() !== table.digest)
        throw new DamagedBackup(`${id}: the rows of ${table.name} do not match the manifest`)
    })
    progress.onProgress?.({ what: 'tables', done: number + 1, total: tables.length })
  }
}

async function verifyContents(
  repository: Repository,
  contents: ReadonlyMap<string, StoredContents>,
  findings: string[],
  progress: ProgressOptions,
): Promise<number> {
  const stored = await listContents(repository)
  let [bytes, done] = [0, 0]
  await forEachConcurrently([...contents.values()], concurrency, async (each) => {
    throwIfStopping(progress)
    const object = repository.objectOf(each)
    if (stored.get(object.name) === object.size) {
      await collectFindings(findings, async () => {
        for await (const chunk of readContents(repository, each)) bytes += chunk.length
      })
    } else findings.push(`${object.name} is missing or damaged (${each.key})`)
    progress.onProgress?.({ what: 'files', done: ++done, total: contents.size })
  })
  return bytes
}
