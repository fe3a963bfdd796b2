// Checks the files after all kills: every acknowledged one exists with its hash, and bytes match rows.
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sweepStorage, verifyStorage } from '../../server/files/contents/sweep.ts'
import type { App } from '../../server/platform/app.ts'
import type { Acknowledged } from './acknowledged.ts'
import { type Calls, Refused } from './calls.ts'

const downloadsAtOnce = 4

/** Downloads every version of every acknowledged file; returns a description of each one that is missing. */
export async function missingUploads(calls: Calls, { uploads }: Acknowledged): Promise<string[]> {
  const missing: string[] = []
  const waiting = [...Map.groupBy(uploads, ({ of }) => `${of.kind} ${of.id}`)]
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) missing.push(...(await lost(calls, ...next)))
  }
  await Promise.all(Array.from({ length: downloadsAtOnce }, worker))
  return missing
}

type Upload = Acknowledged['uploads'][number]

async function lost(calls: Calls, name: string, wanted: readonly Upload[]): Promise<string[]> {
  const troubles: string[] = []
  // one that cannot be read must not hide the others
  const orTrouble = <Value>(work: Promise<Value>) =>
    work.catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error
      troubles.push(`${name}: ${error.message}`)
      return undefined
    })
  const found = new Set<string>()
  const fileId = await orTrouble(fileIdOf(calls, wanted[0]?.of))
  const path = `/file-apis/v1/files/${fileId}`
  const file = fileId === undefined ? undefined : await orTrouble(calls.read<{ version: number }>(path))
  for (let version = 1; version <= (file?.version ?? 0); version++) {
    const hash = await orTrouble(hashOf(calls, `${path}/download?version=${version}`))
    if (hash !== undefined) found.add(hash)
  }
  const absent = wanted.filter(({ sha256 }) => !found.has(sha256))
  return [
    ...troubles,
    ...absent.map(({ sha256, bytes }) => `${name} lacks ${bytes} bytes with SHA-256 ${sha256}`),
  ]
}

async function fileIdOf(calls: Calls, of: Upload['of'] | undefined): Promise<number> {
  if (of?.kind === 'file') return of.id
  const path = `/contract-apis/v1/contracts/${of?.id}`
  return (await calls.read<{ documentFileId: number }>(path)).documentFileId
}

async function hashOf(calls: Calls, path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of await calls.download(path)) hash.update(chunk)
  return hash.digest('hex')
}

/**
 * Sweeps without a grace period, then compares all bytes with all rows; returns the differences, and how much the sweep
 * removed.
 */
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
      ...(await incoming()).map((name) => `storage: the interrupted transfer ${name} remains`),
    ],
  }
}
