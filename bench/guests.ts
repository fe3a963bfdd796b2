// What people wait for while a guest, or one colleague, sends what is hard to read: an honest signer, somebody who
// signs in, a client that renews its token, and a colleague. Quiet and next to each attack in turn, round after round,
// with limits of rates off, so that the queue alone protects them.
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { buildServer } from '../server/operations/process/server.ts'
import { serverParts } from '../server/operations/process/server-parts.ts'
import { makeSample } from '../server/seals/sample.ts'
import { contentBomb, manyParagraphs, overlappingRanges } from '../test/documents/hostile.ts'
import { createUser } from '../test/factories.ts'
import { signingWorld } from '../test/fixtures/signing-world.ts'
import { pngOf } from '../test/seals/picture.ts'
import { accessTokenFor, createClient, grantTo } from '../test/tokens.ts'
import { type Installation, startInstallation } from './parts/installation.ts'
import { readOptions } from './parts/options.ts'
import { type Figure, spreadOf } from './parts/report.ts'

// some 250 answers in six seconds: of 55 the slowest of a hundred would be the slowest of all
const everyMs = 20
// an attack has begun when the others are measured
const leadMs = 1_500

type Call = () => Promise<Response>

/** `--rounds` (3) of `--seconds` (6) for quiet and for each attack. */
export async function run(words: readonly string[], signal: AbortSignal): Promise<readonly Figure[]> {
  const { rounds, milliseconds } = readOptions(words, { size: 1, rounds: 3, seconds: 6 })
  const installation = await startInstallation()
  try {
    const world = await createWorld(installation)
    const [honest, attacks] = [honestCalls(installation.url, world), attacksOn(installation.url, world)]
    const measured = new Map<string, Times[]>()
    const next = async ([name, attack]: readonly [string, Attack]) => {
      signal.throwIfAborted()
      const end = startAttack(attack)
      await pause(leadMs)
      const times = await measure(honest, milliseconds)
      await end()
      measured.set(name, [...(measured.get(name) ?? []), times])
    }
    for (let round = 0; round <= rounds; round++) for (const each of Object.entries(attacks)) await next(each)
    // the first round warms up and does not count
    return figuresOf(new Map([...measured].map(([name, times]) => [name, times.slice(1)])))
  } finally {
    await installation.end()
  }
}

/** By what is asked: the slowest of a hundred answers, in milliseconds. */
type Times = Readonly<Record<string, number>>

async function measure(honest: Readonly<Record<string, Call>>, milliseconds: number): Promise<Times> {
  const end = performance.now() + milliseconds
  const measured = Object.entries(honest).map(async ([name, call]) => {
    const times: number[] = []
    while (performance.now() < end) {
      const began = performance.now()
      const answer = await call()
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
      times.push(performance.now() - began)
      await pause(everyMs)
    }
    const sorted = times.toSorted((a, b) => a - b)
    return [name, sorted[Math.ceil(0.99 * sorted.length) - 1] ?? Number.NaN] as const
  })
  return Object.fromEntries(await Promise.all(measured))
}

interface Attack {
  readonly connections: number
  readonly address: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Whether it comes from one address after another: limits of each do not end it. */
  readonly manyAddresses?: true
}

/**
 * Each connection asks again as soon as it is answered. In a thread of its own: what it sends holds up nobody here.
 * What an address may do ten times is done ten times by each.
 */
const sender = `
  const { request } = require('node:http')
  const { address, connections, body, manyAddresses, ...call } = require('node:worker_threads').workerData
  let sent = 0
  const send = () => new Promise((answered) => {
    const from = Math.floor(sent++ / 10)
    const localAddress = manyAddresses ? '127.' + (1 + from % 250) + '.0.' + (2 + Math.floor(from / 250)) : undefined
    request(address, { ...call, localAddress, agent: false }, (answer) => answer.resume().on('close', answered))
      .on('error', answered)
      .end(body)
  })
  for (let count = 0; count < connections; count++)
    (async () => { for (;;) await send() })()`

function startAttack(attack: Attack): () => Promise<unknown> {
  const thread = new Worker(sender, { eval: true, workerData: attack })
  return () => thread.terminate()
}

function figuresOf(measured: ReadonlyMap<string, readonly Times[]>): readonly Figure[] {
  const quiet = measured.get('quiet') ?? []
  return [...measured].map(([name, rounds]) => ({
    name,
    more: Object.fromEntries(
      Object.keys(quiet[0] ?? {}).flatMap((what) => {
        const times = rounds.map((round) => round[what] ?? Number.NaN)
        const ratios = times.map((time, round) => time / (quiet[round]?.[what] ?? Number.NaN))
        return [
          [`${what}: p99 (ms)`, spreadOf(times)],
          ...(name === 'quiet' ? [] : [[`${what}: of quiet`, spreadOf(ratios)] as const]),
        ]
      }),
    ),
  }))
}

type World = Awaited<ReturnType<typeof createWorld>>

async function createWorld({ app }: Installation) {
  const server = await buildServer(app, serverParts(app))
  const parts = { app, server, clock: app.clock } as unknown as Parameters<typeof signingWorld>[0]
  const { organisationId, sent, open, contractWith, lawyer } = await signingWorld(parts)
  await sent(['ana'])
  const signer = await open('ana')
  await sent(['eve'])
  const hostile = await open('eve')
  const colleague = await createUser(app, { organisationId })
  const bearer = async (user: typeof colleague) => ({
    authorization: `Bearer ${await accessTokenFor(app, user)}`,
  })
  const [asColleague, asLawyer] = [await bearer(colleague), await bearer(lawyer)]
  const documentOf = async (content: Buffer, name: string) => {
    const path = await contractWith(content, name, 'Draft')
    const answer = await server.inject({ url: path, headers: asLawyer })
    return answer.json<{ document: { id: number } }>().document.id
  }
  const long = await documentOf(manyParagraphs(59_000), 'Long.docx')
  const dense = await documentOf(contentBomb(700_000), 'Dense.pdf')
  const client = await createClient(app, { organisationId })
  const { refreshToken } = await grantTo(app, colleague, client)
  const sealed = Buffer.from(await makeSample(['Agreement']))
  await server.close()
  return { signer, hostile, asColleague, asLawyer, long, dense, client, refreshToken, sealed }
}

const proofOf = ({ proof }: World['signer']) => ({ 'x-signing-proof': proof })

function honestCalls(url: string, { signer, client, asColleague, refreshToken }: World) {
  let refresh_token = refreshToken
  const identity = { client_id: client.clientId, client_secret: client.secret }
  return {
    'signer reads': () => fetch(`${url}/signing/${signer.address}/document`, { headers: proofOf(signer) }),
    'sign-in page': () => fetch(`${url}/session`),
    async token() {
      const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token, ...identity })
      const answer = await fetch(`${url}/account-apis/v1/auth/token`, { method: 'POST', body })
      if (answer.ok) ({ refresh_token } = (await answer.clone().json()) as { refresh_token: string })
      return answer
    },
    'colleague’s list': () => fetch(`${url}/v2/contracts?$top=20`, { headers: asColleague }),
  } satisfies Readonly<Record<string, Call>>
}

/** Each as costly as it is accepted; refusals before the work count as answers. */
function attacksOn(url: string, { hostile, asLawyer, long, dense, sealed }: World) {
  const post = (path: string, type: string, body: string | Uint8Array, headers = {}) => ({
    address: `${url}${path}`,
    method: 'POST',
    headers: { ...headers, 'content-type': type, 'content-length': String(Buffer.byteLength(body)) },
    body,
  })
  const read = (path: string) => ({ address: `${url}/v2/files/${path}`, headers: asLawyer })
  const overlapping = overlappingRanges(sealed, { bytes: 20_000_000, ranges: 100 })
  const picture = pngOf({ width: 100, height: 100 }, Buffer.alloc(150_000_000)).toString('base64')
  const { version: consentVersion } = hostile.consent
  const signature = JSON.stringify({ consentVersion, sha256: '0'.repeat(64), picture, drawn: true })
  const check = post('/seal-checks', 'application/pdf', overlapping)
  const sign = `/signing/${hostile.address}/signature`
  return {
    quiet: { connections: 0, address: url },
    'seal checks': { connections: 6, manyAddresses: true, ...check },
    'seal checks of one address': { connections: 6, ...check },
    'signatures that fail': {
      connections: 2,
      ...post(sign, 'application/json', signature, proofOf(hostile)),
    },
    'long document': { connections: 2, ...read(`${long}/versions/1/markup`) },
    'dense PDF': { connections: 2, ...read(`${dense}/versions/1/text`) },
  } satisfies Readonly<Record<string, Attack>>
}
