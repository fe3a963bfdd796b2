// What an organisation waits for its answers when it is alone, and beside somebody of another one who sends, as often
// as the server lets them, the costliest that is accepted: filters that weigh as much as they may, and documents that
// are made to be hard to read. Both in turn, round after round, with the settings and limits of rates as delivered.
import { deflateSync } from 'node:zlib'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunningApp } from '../server/operations/process/app.ts'
import { type Installation, startInstallation } from './parts/installation.ts'
import { readOptions } from './parts/options.ts'
import {
  createOrganisation,
  figuresOf,
  inWords,
  measureQuiet,
  type Organisation,
  type QuietFigures,
} from './parts/quiet-organisation.ts'
import { startLoad } from './parts/start-load.ts'

/**
 * `--size` (20,000) records of the hostile organisation, `--rounds` (5) of `--seconds` (8), its `--connections` (40)
 * and `--uploads` (4) at once.
 */
export async function run(words: readonly string[], signal: AbortSignal): Promise<void> {
  const { size, rounds, milliseconds, own } = readOptions(words, {
    size: 20_000,
    rounds: 5,
    seconds: 8,
    own: { connections: '40', uploads: '4' },
  })
  const installation = await startInstallation({ CHANCERY_RATE_LIMITS: 'on' })
  const load = startLoad()
  try {
    const quiet = await createOrganisation(installation.app, 2_000, 4)
    const hostile = await createOrganisation(installation.app, size, 4)
    const attack = {
      hostile,
      matterId: await anyMatter(installation.app, hostile),
      connections: Number(own.connections),
      uploads: Number(own.uploads),
    }
    print(await compare(installation, attack, { quiet, load, rounds, milliseconds, signal }))
  } finally {
    load.disconnect()
    await installation.end()
  }
}

interface Compared {
  readonly alone: readonly QuietFigures[]
  readonly beside: readonly QuietFigures[]
  /** What the attack was answered, and how often. */
  readonly answers: ReadonlyMap<string, number>
}

type Rounds = Parameters<typeof measureQuiet>[1] & { readonly rounds: number; readonly signal: AbortSignal }

async function compare(
  installation: Installation,
  attack: Attack,
  { rounds, signal, ...measured }: Rounds,
): Promise<Compared> {
  const all: Record<'alone' | 'beside', QuietFigures[]> = { alone: [], beside: [] }
  const answers = new Map<string, number>()
  const measure = async (name: 'alone' | 'beside') => {
    const end = name === 'beside' ? startAttack(installation, attack) : undefined
    await pause(leadMs)
    const figures = await measureQuiet(installation, measured)
    for (const [what, count] of (await end?.()) ?? []) answers.set(what, (answers.get(what) ?? 0) + count)
    return figures
  }
  // the first round warms up and does not count
  for (let round = 0; round <= rounds; round++) {
    for (const name of round % 2 === 0 ? (['alone', 'beside'] as const) : (['beside', 'alone'] as const)) {
      signal.throwIfAborted()
      const figures = await measure(name)
      if (round > 0) all[name].push(figures)
    }
  }
  return { ...all, answers }
}

// the attack has begun when the neighbour is measured, and what it began has ended before the next measurement
const leadMs = 1_500

const many = (count: number, clause: (index: number) => string, word: string) =>
  Array.from({ length: count }, (_, index) => clause(index)).join(` ${word} `)
const nobody = (index: number) => `5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7${String(index).padStart(3, '0')}`

/** Each is accepted, finds nothing or nearly everything, and weighs as much as it may. */
const costly: readonly (readonly [list: string, filter: string, order: string])[] = [
  ['contracts', many(12, (index) => `contains(Name,'zq${index}')`, 'or'), 'Fields/amount desc'],
  [
    'contracts',
    many(4, (index) => `Members/all(m: m/Id ne ${nobody(index)})`, 'or'),
    'Fields/risk/label,Name desc',
  ],
  [
    'contracts',
    many(5, (index) => `Members/any(m: m/Id ne ${nobody(index)})`, 'and'),
    'Owner/LastName desc,Fields/amount',
  ],
  ['matters', many(8, (index) => `contains(Fields/risk/label,'q${index}')`, 'or'), 'Fields/amount'],
  [
    'matters',
    `Fields/amount gt 1000 and ${many(11, (index) => `not contains(Name,'zq${index}')`, 'and')}`,
    'Fields/amount desc',
  ],
  ['files', many(12, (index) => `contains(Name,'zq${index}')`, 'or'), 'Name desc'],
  ['users', many(12, (index) => `contains(Email,'zq${index}')`, 'or'), 'LastName'],
  ['tasks', many(12, (index) => `contains(Name,'zq${index}')`, 'or'), 'Name desc'],
]

interface Attack {
  readonly hostile: Organisation
  readonly matterId: number
  readonly connections: number
  readonly uploads: number
}

/** Sends until it is ended; then answers how often each status came. */
function startAttack({ url }: Installation, { hostile, matterId, connections, uploads }: Attack) {
  const ending = new AbortController()
  const answers = new Map<string, number>()
  const send = async (index: number, place: number) => {
    const token = hostile.tokens[index % hostile.tokens.length] ?? ''
    const headers = { authorization: `Bearer ${token}` }
    const isUpload = index < uploads
    const [list = '', filter = '', order = ''] = costly[place % costly.length] ?? []
    const query = new URLSearchParams({ $filter: filter, $orderby: order, $count: 'true' })
    const answer = isUpload
      ? await fetch(`${url}/v2/files`, {
          method: 'POST',
          headers,
          body: documentOf(matterId, `${process.hrtime.bigint()}`, place),
          signal: ending.signal,
        })
      : await fetch(`${url}/v2/${list}?${query.toString()}`, { headers, signal: ending.signal })
    await answer.arrayBuffer()
    const what = `${isUpload ? 'upload' : list} ${answer.status}`
    answers.set(what, (answers.get(what) ?? 0) + 1)
    // as long as it says
    if (answer.status === 429) await pause(200, undefined, { signal: ending.signal })
    if (isUpload && answer.status === 201) await readBack(answer.headers.get('location'), headers)
  }
  const readBack = async (location: string | null, headers: Readonly<Record<string, string>>) => {
    if (location === null) return
    const answer = await fetch(new URL(`${location}/versions/1/text`, url), {
      headers,
      signal: ending.signal,
    })
    await answer.arrayBuffer()
    answers.set(`preview ${answer.status}`, (answers.get(`preview ${answer.status}`) ?? 0) + 1)
  }
  const senders = Array.from({ length: connections + uploads }, async (_, index) => {
    for (let place = index; !ending.signal.aborted; place++) {
      await send(index, place).catch((error: unknown) => {
        if (!ending.signal.aborted) throw error
      })
    }
  })
  return async () => {
    ending.abort()
    await Promise.all(senders)
    return answers
  }
}

const deepHtml = `<html><body>${'<table><tr><td>'.repeat(50_000)}x`
const packed = deflateSync(Buffer.alloc(200_000_000, 'BT /F1 9 Tf (lease) Tj ET\n')).toString('hex')
/** Half a megabyte that unpacks to two hundred. */
const denseHead =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n'
const densePage =
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj\n5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n'
const densePdf = `${denseHead}${densePage}4 0 obj<</Length ${packed.length + 1}/Filter[/ASCIIHexDecode/FlateDecode]>>stream\n${packed}>\nendstream endobj\ntrailer<</Root 1 0 R>>\n`

function documentOf(matterId: number, name: string, place: number): FormData {
  const form = new FormData()
  form.append('targetResourceType', 'Matter')
  form.append('targetResourceId', String(matterId))
  const [content, type, ending] =
    place % 2 === 0 ? [deepHtml, 'text/html', 'html'] : [densePdf, 'application/pdf', 'pdf']
  form.append('file', new File([content], `Costly ${name}.${ending}`, { type }))
  return form
}

const anyMatter = async ({ db }: RunningApp, { organisationId }: Organisation): Promise<number> =>
  (
    await db
      .selectFrom('matters')
      .where('organisation_id', '=', organisationId)
      .where('restricted', '=', false)
      .select('id')
      .executeTakeFirstOrThrow()
  ).id

function print({ answers, ...all }: Compared): void {
  console.log('  medians [least..most]; milliseconds of answers; seconds of processor for each second')
  for (const name of ['alone', 'beside'] as const)
    console.log(`  neighbour ${name.padEnd(6)} ${figuresOf(all[name])}`)
  for (const key of ['p50', 'p99', 'server', 'database'] as const) {
    const ratios = all.beside.map((each, round) => each[key] / (all.alone[round]?.[key] ?? Number.NaN))
    console.log(`  ${key.padEnd(8)} beside / alone of the same round: ${inWords(ratios)}`)
  }
  const counted = [...answers].toSorted(([one], [other]) => (one < other ? -1 : 1))
  console.log(`  hostile: ${counted.map(([what, count]) => `${what}: ${count}`).join(', ')}`)
}
