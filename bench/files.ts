// Uploads and downloads: against a bare server of Node that throws away what is sent to it, and against nginx; then the
// memory of the server while one large file goes in and out.
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { request as send } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { randomBytes } from 'node:crypto'
import { createContractTemplate, createOrganisation, createUser } from '../test/factories.ts'
import { insertContract } from '../test/fixtures/contracts.ts'
import { accessTokenFor } from '../test/tokens.ts'
import { type Installation, startInstallation } from './parts/installation.ts'
import { startListening } from './parts/listening-process.ts'
import { hasNginx, startNginx } from './parts/nginx.ts'
import { readOptions } from './parts/options.ts'
import { residentMemory } from './parts/processor-time.ts'
import type { Figure } from './parts/report.ts'
import { type Case, measureRounds, type Work } from './parts/rounds.ts'
import { requests, startLoad } from './parts/start-load.ts'

const megabyte = 1024 * 1024
const connections = 4

/** `--megabytes` of a file (10), `--rounds` (5) of `--seconds` (2), `--gigabytes` of the large file (1; 0 for none). */
export async function run(words: readonly string[], signal: AbortSignal): Promise<readonly Figure[]> {
  const options = readOptions(words, { size: 1, own: { megabytes: '10', gigabytes: '1' } })
  const bytes = Number(options.own.megabytes) * megabyte
  const ends: (() => unknown)[] = []
  try {
    const installation = await startInstallation()
    ends.unshift(() => installation.end())
    const load = startLoad()
    ends.unshift(() => load.disconnect())
    const file = join(installation.stateDir, 'bare.bin')
    await writeFile(file, randomBytes(bytes))
    const bare = await startListening('bare-stream.ts', [file])
    ends.unshift(() => bare.end())
    const nginx = hasNginx ? await startNginx(installation.stateDir) : undefined
    ends.unshift(() => nginx?.end())
    const bases: Record<string, Work> = {
      discarding: requests(load, { url: bare.url, headers: {}, bytes, connections }),
      'bare streaming': requests(load, { url: `${bare.url}/bare.bin`, headers: {}, connections }),
      ...(nginx && { nginx: requests(load, { url: `${nginx.url}/bare.bin`, headers: {}, connections }) }),
    }
    const caller = await findCaller(installation)
    const figures = await measureRounds({
      bases,
      cases: await casesOf(caller, {
        bytes,
        bases,
        requestsOf: (request) => requests(load, { ...request, connections }),
      }),
      serverPid: installation.server.pid,
      databasePid: installation.databasePid,
      ...options,
      signal,
    })
    const large = Math.round(Number(options.own.gigabytes) * 1024) * megabyte
    return large > 0 ? [...figures, await watchMemory(caller, installation, large)] : figures
  } finally {
    for (const end of ends) await end()
  }
}

interface Caller {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Where raw uploads go. */
  readonly target: string
}

/** A lawyer, and a contract of theirs. */
async function findCaller({ app, url }: Installation): Promise<Caller> {
  const { id: organisationId } = await createOrganisation(app)
  const owner = await createUser(app, { organisationId })
  const templateId = await createContractTemplate(app, { organisationId })
  const contractId = await insertContract(app, { owner, templateId })
  const headers = { authorization: `Bearer ${await accessTokenFor(app, owner)}` }
  return { url, headers, target: `${url}/file-apis/v1/files/Contract/${contractId}` }
}

interface Transfers {
  readonly bytes: number
  readonly bases: Readonly<Record<string, Work>>
  readonly requestsOf: (request: {
    url: string
    headers: Caller['headers']
    bytes?: number
    ids?: readonly string[]
  }) => Work
}

async function casesOf(caller: Caller, { bytes, bases, requestsOf }: Transfers): Promise<readonly Case[]> {
  const binary = { ...caller.headers, 'content-type': 'application/octet-stream' }
  const ids = []
  for (let i = 0; i < 8; i++)
    ids.push(await transfer(`${caller.target}?fileName=down-${i}.bin`, caller, bytes))
  const down = `${caller.url}/file-apis/v1/files/%/download`
  const megabytes = `${bytes / megabyte} MB`
  const names = Array.from({ length: 100_000 }, (_, index) => String(index))
  return [
    {
      name: `upload of ${megabytes}`,
      bases: ['discarding'],
      goal: 0.31,
      work: requestsOf({ url: `${caller.target}?fileName=up-%.bin`, headers: binary, bytes, ids: names }),
    },
    {
      name: `download of ${megabytes}`,
      bases: bases['nginx'] ? ['nginx', 'bare streaming'] : ['bare streaming'],
      goal: 0.65,
      work: requestsOf({ url: down, headers: caller.headers, ids }),
    },
  ]
}

/** Uploads so many bytes, or downloads, and answers the last of what came back. */
async function transfer(url: string, { headers }: Caller, size?: number): Promise<string> {
  const request = send(url, {
    method: size === undefined ? 'GET' : 'POST',
    headers: {
      ...headers,
      ...(size === undefined ? {} : { 'content-type': 'application/octet-stream', 'content-length': size }),
    },
  })
  if (size === undefined) request.end()
  else Readable.from(chunks(size)).pipe(request)
  const [response] = (await once(request, 'response')) as [AsyncIterable<Buffer> & { statusCode: number }]
  let last = ''
  for await (const chunk of response) last = chunk.length < 1_000 ? chunk.toString() : ''
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}: ${last}`)
  return last
}

const oneChunk = randomBytes(megabyte)

function* chunks(size: number): Generator<Buffer> {
  for (let left = size; left > 0; left -= oneChunk.length)
    yield oneChunk.subarray(0, Math.min(left, oneChunk.length))
}

async function watchMemory(
  caller: Caller,
  { server, databasePid }: Installation,
  size: number,
): Promise<Figure> {
  const now = () => residentMemory(server.pid, databasePid).now / 1_000_000
  const before = now()
  let most = before
  const watching = setInterval(() => (most = Math.max(most, now())), 100)
  const id = await transfer(`${caller.target}?fileName=large.bin`, caller, size)
  const upload = most
  await transfer(`${caller.url}/file-apis/v1/files/${id}/download`, caller)
  clearInterval(watching)
  return {
    name: `memory with a file of ${size / 1024 / megabyte} GB (MB)`,
    more: { before, 'upload, at most': upload, 'both, at most': most },
  }
}
