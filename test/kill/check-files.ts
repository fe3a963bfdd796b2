// What the files must be after all kills: every acknowledged one there with its hash, bytes and rows in step.
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sweepStorage, verifyStorage } from '../../server/files/sweep.ts'
import type { App } from '../../server/platform/app.ts'
import type { Acknowledged } from './acknowledged.ts'
import type { Calls } from './calls.ts'

const downloadsAtOnce = 4

/** Downloads every version of every file that was acknowledged; answers, in words, what is not there. */
export async function missingUploads(calls: Calls, { uploads }: Acknowledged): Promise<string[]> {
  const missing: string[] = []
  const waiting = [...Map.groupBy(uploads, ({ of }) => `${of.kind} ${of.id}`)]
  const hashes = new Map<string, ReadonlySet<string>>()
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [name, wanted] = next
      const fileId = await fileIdOf(calls, wanted[0]?.of)
      const found = hashes.get(String(fileId)) ?? (await hashesOf(calls, fileId))
      hashes.set(String(fileId), found)
      const lost = wanted.filter(({ sha256 }) => !found.has(sha256))
      missing.push(...lost.map(({ sha256, bytes }) => `${name} lacks ${bytes} bytes with SHA-256 ${sha256}`))
    }
  }
  await Promise.all(Array.from({ length: downloadsAtOnce }, worker))
  return missing
}

async function fileIdOf(
  calls: Calls,
  of: Acknowledged['uploads'][number]['of'] | undefined,
): Promise<number> {
  if (of?.kind === 'file') return of.id
  const path = `/contract-apis/v1/contracts/${of?.id}`
  return (await calls.read<{ documentFileId: number }>(path)).documentFileId
}

async function hashesOf(calls: Calls, fileId: number): Promise<ReadonlySet<string>> {
  const path = `/file-apis/v1/files/${fileId}`
  const { version: last } = await calls.read<{ version: number }>(path)
  const hashes = new Set<string>()
  for (let version = 1; version <= last; version++) {
    const hash = createHash('sha256')
    for await (const chunk of await calls.download(`${path}/download?version=${version}`)) hash.update(chunk)
    hashes.add(hash.digest('hex'))
  }
  return hashes
}

/** Sweeps without grace, then compares all bytes with all rows; answers what differs, and how much the sweep took away. */
export async function wrongInStorage(app: App): Promise<{ swept: number; checked: number; wrong: string[] }> {
  const incoming = () => readdir(join(app.config.stateDir, 'files', 'incoming'))
  const interrupted = (await incoming()).length
  const { removed } = await sweepStorage(app, { graceMinutes: 0 })
  const { checked, findings } = await verifyStorage(app, { graceMinutes: 0 })
  return {
    swept: interrupted + removed,
    checked,
    wrong: [
      ...findings.map(({ problem, key, fileId }) => `storage: ${problem} ${key} of file ${fileId ?? 'none'}`),
      ...(await incoming()).map((name) => `storage: the interrupted transfer ${name} is left`),
    ],
  }
}
