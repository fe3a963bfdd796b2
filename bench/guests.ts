// What people wait for while a guest, or one colleague, sends what is hard to read: an honest signer, somebody who
// signs in, a client that renews its token, and a colleague. Quiet and next to each attack in turn, round after round,
// with limits of rates off, so that the queue alone protects them.
import { setTimeout as pause } from 'node:timers/promises'
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

const everyMs = 100
// an attack has begun when the others are measured
const leadMs = 1_500

type Call = () => Promise<Response>

/** `--rounds` (3) of `--seconds` (6) for quiet and for each attack. */
export async function run(words: readonly string[], signal: AbortSignal): Promise<readonly Figure[]> {
  const { rounds, milliseconds } = readOptions(words, { size: 1, rounds: 3, seconds: 6 })
  const installation = await startInstallation()
  try {
    const world = await createWorld(installation)
    const measured = new Map<string, Times[]>()
    // the first round warms up and does not count
    for (let round = 0; round <= rounds; round++) {
      for (const [name, attack] of Object.entries(world.attacks)) {
        signal.throwIfAborted()
        const end = startAttack(attack)
        await pause(leadMs)
        const times = await measure(world.honest, milliseconds)
        await end()
        if (round > 0) measured.set(name, [...(measured.get(name) ?? []), times])
      }
    }
    return figuresOf(measured)
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
  readonly call: Call
}

/** Each connection asks again as soon as it is answered. */
function startAttack({ connections, call }: Attack): () => Promise<void> {
  let ended = false
  const senders = Array.from({ length: connections }, async () => {
    while (!ended) await (await call()).arrayBuffer()
  })
  return async () => {
    ended = true
    await Promise.all(senders)
  }
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

async function createWorld({ app, url }: Installation) {
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
  let { refreshToken } = await grantTo(app, colleague, client)
  const sealed = await makeSample(['Agreement'])
  const overlapping = overlappingRanges(Buffer.from(sealed), { bytes: 20_000_000, ranges: 100 })
  const picture = pngOf({ width: 100, height: 100 }, Buffer.alloc(150_000_000)).toString('base64')
  await server.close()

  const proofOf = ({ proof }: typeof signer) => ({ 'x-signing-proof': proof })
  return {
    honest: {
      'signer reads': () => fetch(`${url}/signing/${signer.address}/document`, { headers: proofOf(signer) }),
      'sign-in page': () => fetch(`${url}/session`),
      async token() {
        const body = new URLSearchParams({
          grant_type: 'refresh_token',
          refresh_token: refreshToken,
          client_id: client.clientId,
          client_secret: client.secret,
        })
        const answer = await fetch(`${url}/account-apis/v1/auth/token`, { method: 'POST', body })
        const copy = answer.clone()
        if (copy.ok) refreshToken = ((await copy.json()) as { refresh_token: string }).refresh_token
        return answer
      },
      'colleague’s list': () => fetch(`${url}/v2/contracts?$top=20`, { headers: asColleague }),
    } satisfies Readonly<Record<string, Call>>,
    attacks: {
      quiet: { connections: 0, call: () => fetch(`${url}/healthz`) },
      'seal checks': {
        connections: 6,
        call: () =>
          fetch(`${url}/seal-checks`, {
            method: 'POST',
            headers: { 'content-type': 'application/pdf' },
            body: new Uint8Array(overlapping),
          }),
      },
      'signatures that fail': {
        connections: 2,
        call: () =>
          fetch(`${url}/signing/${hostile.address}/signature`, {
            method: 'POST',
            headers: { ...proofOf(hostile), 'content-type': 'application/json' },
            body: JSON.stringify({
              consentVersion: hostile.consent.version,
              sha256: '0'.repeat(64),
              picture,
              drawn: true,
            }),
          }),
      },
      'long document': {
        connections: 2,
        call: () => fetch(`${url}/v2/files/${long}/versions/1/markup`, { headers: asLawyer }),
      },
      'dense PDF': {
        connections: 2,
        call: () => fetch(`${url}/v2/files/${dense}/versions/1/text`, { headers: asLawyer }),
      },
    } satisfies Readonly<Record<string, Attack>>,
  }
}
