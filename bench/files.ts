// Uploads and downloads of a real server, against bare streaming through Node on the same machine in the same rounds, and the
// memory of the server while one large file goes in and out.
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as send } from 'node:http'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { randomBytes } from 'node:crypto'
import { cleanEnvironment, startServerProcess } from '../test/server-process.ts'

const mebibyte = 1024 * 1024
const runProgram = promisify(execFile)

/** `--gigabytes` of the large file (1), `--rounds` of the comparison (7), each of `--megabytes` (64). */
export async function run(words: readonly string[], signal: AbortSignal): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      gigabytes: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '7' },
      megabytes: { type: 'string', default: '64' },
    },
  })
  const stateDir = await mkdtemp(join(tmpdir(), 'chancery-bench-'))
  const ends: (() => Promise<unknown>)[] = [() => rm(stateDir, { recursive: true, force: true })]
  try {
    const server = await startServerProcess({ stateDir })
    ends.unshift(() => server.stop())
    const size = Number(values.megabytes) * mebibyte
    const bare = await startBare(join(stateDir, 'bare.bin'), size)
    ends.unshift(async () => bare.child.disconnect())
    const caller = await findCaller(server.url, stateDir)
    await compare({ ...caller, bareUrl: bare.url, size, rounds: Number(values.rounds), signal })
    await watchMemory({ ...caller, pid: server.pid, size: Number(values.gigabytes) * 1024 * mebibyte })
  } finally {
    for (const end of ends) await end()
  }
}

interface Caller {
  readonly url: string
  readonly token: string
  /** Where raw uploads go. */
  readonly target: string
}

async function startBare(path: string, size: number): Promise<{ child: ChildProcess; url: string }> {
  await writeFile(path, Readable.from(chunks(size)))
  const child = fork(fileURLToPath(new URL('parts/bare-stream.ts', import.meta.url)), [path], {
    silent: true,
  })
  const [port] = (await once(child.stdout?.setEncoding('utf8') ?? child, 'data')) as [string]
  return { child, url: `http://127.0.0.1:${port.trim()}` }
}

/** A lawyer of the demo, and a contract of theirs. */
async function findCaller(url: string, stateDir: string): Promise<Caller> {
  const commandLine = fileURLToPath(new URL('../server/cli/chancery.ts', import.meta.url))
  const env = { ...cleanEnvironment(), CHANCERY_STATE_DIR: stateDir }
  const words = [commandLine, 'token', 'counsel@harbour.example', '--access-token']
  const token = (await runProgram(process.execPath, words, { env })).stdout.trim()
  const answer = await fetch(`${url}/contract-apis/v1/contracts?take=1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = (await answer.json()) as { data: { id: number }[] }
  return { url, token, target: `${url}/file-apis/v1/files/Contract/${data[0]?.id}` }
}

interface Comparison extends Caller {
  readonly bareUrl: string
  readonly size: number
  readonly rounds: number
  readonly signal: AbortSignal
}

async function compare({ url, token, target, bareUrl, size, rounds, signal }: Comparison): Promise<void> {
  const ratios: Record<'up' | 'down', number[]> = { up: [], down: [] }
  const speeds: Record<string, number[]> = { 'bare up': [], up: [], 'bare down': [], down: [] }
  const timed = async (name: string, work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    const speed = size / mebibyte / ((performance.now() - began) / 1000)
    speeds[name]?.push(speed)
    return speed
  }
  // the first round warms up and does not count
  for (let round = 0; round <= rounds; round++) {
    signal.throwIfAborted()
    const bareUp = await timed('bare up', () => transfer(bareUrl, { size }))
    let id = ''
    const up = await timed('up', async () => {
      id = await transfer(`${target}?fileName=${round}.bin`, { size, token })
    })
    const bareDown = await timed('bare down', () => transfer(bareUrl, {}))
    const down = await timed('down', () => transfer(`${url}/file-apis/v1/files/${id}/download`, { token }))
    if (round === 0) for (const all of Object.values(speeds)) all.length = 0
    else {
      ratios.up.push(up / bareUp)
      ratios.down.push(down / bareDown)
    }
  }
  console.log(`${size / mebibyte} MiB, one at a time, ${rounds} rounds, medians [least..most]`)
  for (const [name, all] of Object.entries(speeds)) console.log(`  ${name.padEnd(10)} ${inWords(all)} MiB/s`)
  console.log(`  upload, hashed and written through, to bare discarding: ${inWords(ratios.up, 2)}`)
  console.log(`  download to bare streaming: ${inWords(ratios.down, 2)}`)
}

interface Transfer {
  /** Sends so many bytes; a download without it. */
  readonly size?: number
  readonly token?: string
}

/** Carries out one transfer and answers the last of what came back, which of a download nobody needs. */
async function transfer(url: string, { size, token }: Transfer): Promise<string> {
  const request = send(url, {
    method: size === undefined ? 'GET' : 'POST',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
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

const oneChunk = randomBytes(mebibyte)

function* chunks(size: number): Generator<Buffer> {
  for (let left = size; left > 0; left -= oneChunk.length)
    yield oneChunk.subarray(0, Math.min(left, oneChunk.length))
}

async function watchMemory({
  url,
  token,
  target,
  pid,
  size,
}: Caller & { pid: number; size: number }): Promise<void> {
  const before = await memoryOf(pid)
  let most = before
  const watching = setInterval(() => {
    void memoryOf(pid).then((now) => (most = Math.max(most, now)))
  }, 100)
  const id = await transfer(`${target}?fileName=large.bin`, { size, token })
  const afterUpload = most
  await transfer(`${url}/file-apis/v1/files/${id}/download`, { token })
  clearInterval(watching)
  const inMebibytes = (bytes: number) => `${Math.round(bytes / mebibyte)} MiB`
  console.log(`${size / mebibyte / 1024} GiB in one upload, then one download: resident memory of the server`)
  console.log(
    `  before ${inMebibytes(before)}, most during the upload ${inMebibytes(afterUpload)}, most during both ${inMebibytes(most)}`,
  )
}

async function memoryOf(pid: number): Promise<number> {
  const { stdout } = await runProgram('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) * 1024
}

function inWords(all: readonly number[], digits = 0): string {
  const sorted = all.toSorted((a, b) => a - b)
  const at = (place: number) => (sorted[Math.round(place * (sorted.length - 1))] ?? 0).toFixed(digits)
  return `${at(0.5)} [${at(0)}..${at(1)}]`
}
