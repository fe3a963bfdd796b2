// An installation of the demo as a released version left it: its backup, and what its API returned. Kept in
// test/fixtures/releases, so that every later version is tried on what earlier ones wrote.
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from '../servers/command-line.ts'
import { startServerProcess } from '../servers/server-process.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const reader = 'counsel@harbour.example'
const simultaneous = 4

/** What the API returned to one person, by address. Of files, their SHA-256. */
export type Answers = Readonly<Record<string, unknown>>

export interface Recording {
  readonly version: string
  /** When it was read, on the clock of the installation. */
  readonly readAt: string
  readonly encryptionKey: string
  readonly answers: Answers
}

/** Where a packed recording has been unpacked. */
export interface Unpacked extends Recording {
  /** The place of its backup. */
  readonly backups: string
}

/** Runs a command of the product; throws with its output when it fails. */
export async function chancery(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const { code, stdout, stderr } = await runCommand(words, { env })
  if (code !== 0) throw new Error(`chancery ${words.join(' ')} ended with ${code}: ${stdout}${stderr}`)
  return stdout
}

/** Makes an installation with the demo in this version, and packs its backup and what its API returns. */
export async function recordRelease(version: string, archive: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-record-'))
  // the account that the database runs as must get to its folder
  await chmod(folder, 0o755)
  try {
    const encryptionKey = randomBytes(32).toString('base64')
    const env = { CHANCERY_STATE_DIR: join(folder, 'state'), CHANCERY_ENCRYPTION_KEY: encryptionKey }
    const server = await startServerProcess({ stateDir: env.CHANCERY_STATE_DIR, env })
    try {
      const readAt = new Date().toISOString()
      const first = await readAnswers(server.url, env)
      const answers = steadyPart(first, await readAnswers(server.url, env)) as Answers
      const recording: Recording = { version, readAt, encryptionKey, answers }
      await writeFile(join(folder, 'recording.json'), JSON.stringify(recording))
      await chancery(['backup', 'create', join(folder, 'backups')], env)
    } finally {
      await server.stop()
    }
    execFileSync('tar', ['-C', folder, '-czf', archive, 'recording.json', 'backups'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Unpacks a recording into an empty folder. */
export async function unpackRelease(archive: string, folder: string): Promise<Unpacked> {
  execFileSync('tar', ['-C', folder, '-xzf', archive])
  const recording = JSON.parse(await readFile(join(folder, 'recording.json'), 'utf8')) as Recording
  return { ...recording, backups: join(folder, 'backups') }
}

/** Reads everything that the reader finds without knowing an id, the details of every record, and their files. */
export async function readAnswers(
  url: string,
  env: Readonly<Record<string, string>>,
  only?: readonly string[],
): Promise<Answers> {
  const token = (await chancery(['token', reader, '--access-token'], env)).trim()
  const read = async (path: string): Promise<readonly [string, unknown]> => {
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
    // a folder of files needs a choice, some reports need a query: what is refused is not recorded
    if (response.status !== 200) return [path, undefined]
    if (response.headers.get('content-type')?.includes('json') && !path.endsWith('/download'))
      // servers under test have ports of their own
      return [path, JSON.parse((await response.text()).replaceAll(url, 'http://server'))]
    const bytes = Buffer.from(await response.arrayBuffer())
    return [path, createHash('sha256').update(bytes).digest('hex')]
  }
  if (only) return Object.fromEntries(await inTurns(only, read))
  const lists = Object.fromEntries(await inTurns(await listPaths(), read))
  const records = (['contracts', 'matters'] as const).flatMap((many) =>
    idsIn(lists[`/v2/${many}?$top=100`]).flatMap((id) => [
      `/v2/${many}/${id}`,
      `/v2/${many}/${id}/history`,
      `/${many.slice(0, -1)}-apis/v1/${many}/${id}`,
    ]),
  )
  const files = idsIn(lists['/v2/files?$top=100']).map((id) => `/file-apis/v1/files/${id}/download`)
  return { ...lists, ...Object.fromEntries(await inTurns([...records, ...files], read)) }
}

const idsIn = (page: unknown): readonly number[] =>
  ((page as { items?: readonly { id: number }[] } | undefined)?.items ?? []).map(({ id }) => id)

/** The addresses of the API that need no id. */
async function listPaths(): Promise<readonly string[]> {
  const names = [
    'v2',
    ...['account', 'contract', 'field', 'file', 'invoice', 'matter'].map((each) => `${each}-apis.v1`),
  ]
  const documents = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(root, `openapi/${name}.json`), 'utf8')
      const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, unknown>> }
      return Object.entries(paths)
    }),
  )
  return documents
    .flat()
    .filter(([path, operations]) => 'get' in operations && !path.includes('{') && !/stream|export/.test(path))
    .map(([path]) => (/^\/v2\/(contracts|matters|files)$/.test(path) ? `${path}?$top=100` : path))
}

async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += simultaneous)
    results.push(...(await Promise.all(items.slice(from, from + simultaneous).map(work))))
  return results
}

/** What two readings have in common: without times of the reading, links to further pages and the like. */
function steadyPart(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
    return one.map((each, index) => steadyPart(each, other[index]))
  if (isObject(one) && isObject(other)) {
    const names = Object.keys(one).filter((name) => name in other)
    const parts = names.map((name) => [name, steadyPart(one[name], other[name])] as const)
    return Object.fromEntries(parts.filter(([, part]) => part !== undefined))
  }
  return one === other ? one : undefined
}

/** Where the later answer lacks what the earlier one had, as paths; more properties and new entries are no loss. */
export function lost(earlier: unknown, later: unknown, path = ''): readonly string[] {
  // what differed between two readings of the earlier version
  if (earlier === undefined) return []
  if (Array.isArray(earlier)) {
    if (!Array.isArray(later) || later.length < earlier.length) return [`${path}: ${earlier.length} entries`]
    return earlier.flatMap((each, index) => lost(each ?? undefined, later[index], `${path}[${index}]`))
  }
  if (isObject(earlier)) {
    if (!isObject(later)) return [`${path}: an object`]
    return Object.entries(earlier).flatMap(([name, value]) => lost(value, later[name], `${path}.${name}`))
  }
  return earlier === later ? [] : [`${path}: ${JSON.stringify(earlier)}, now ${JSON.stringify(later)}`]
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
