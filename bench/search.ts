// Searching in 100,000 texts: how long an answer takes and what it costs, for an administrator, somebody who sees what
// their team has, and a member of few records; by words that almost every text has, that some have and that few have,
// phrases and beginnings.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accessTokenFor } from '../test/tokens.ts'
import { addSparseMember, administratorOf, seedOrganisation, type Organisation } from './parts/asking.ts'
import { startInstallation, type Installation, vacuum } from './parts/installation.ts'
import { type Options, readOptions } from './parts/options.ts'
import { processorTime } from './parts/processor-time.ts'
import { type Figure, spreadOf } from './parts/report.ts'
import { createVocabulary, seedTexts } from './parts/texts.ts'

/**
 * `--size`: texts (100000), on a fifth as many matters and contracts; `--rounds` (60) searches of each kind; `--words`
 * of a text (600); `--state`: a folder in which the installation is kept, so that the next run with it searches in the
 * same texts.
 */
export async function run(words: readonly string[], signal: AbortSignal): Promise<readonly Figure[]> {
  const options = readOptions(words, { size: 100_000, rounds: 60, own: { words: '600', state: '' } })
  const installation = await startInstallation({}, options.own.state)
  try {
    const { organisation, seedSeconds } = await keptOrSeeded(installation, options, signal)
    const figures = await measureAll(installation, organisation, options, signal)
    return [...figures, { name: 'seeding', more: { 's for all texts': seedSeconds, texts: options.size } }]
  } finally {
    await installation.end()
  }
}

interface Seeded {
  readonly organisation: Organisation
  readonly seedSeconds: number
}

async function keptOrSeeded(
  { app, stateDir }: Installation,
  { size, own }: Options<'words' | 'state'>,
  signal: AbortSignal,
): Promise<Seeded> {
  const file = join(stateDir, 'searched-texts.json')
  if (existsSync(file)) {
    const { organisation, seedSeconds } = JSON.parse(readFileSync(file, 'utf8')) as Seeded
    return {
      organisation: { ...organisation, headers: await administratorOf(app, organisation) },
      seedSeconds,
    }
  }
  const organisation = await seedOrganisation(app, Math.ceil(size / 5))
  const began = performance.now()
  await seedTexts(app, organisation, { count: size, words: Number(own.words), signal })
  await vacuum(app)
  const seeded = { organisation, seedSeconds: (performance.now() - began) / 1000 }
  writeFileSync(file, JSON.stringify({ ...seeded, organisation: { ...organisation, headers: {} } }))
  return seeded
}

async function measureAll(
  { app, url, server, databasePid }: Installation,
  organisation: Organisation,
  { rounds }: Options<'words' | 'state'>,
  signal: AbortSignal,
): Promise<readonly Figure[]> {
  const callers = {
    administrator: organisation.headers,
    'team member': await teamMember(app, organisation),
    'member of 100': await addSparseMember(app, organisation, 100),
  }
  const figures: Figure[] = []
  for (const [who, headers] of Object.entries(callers)) {
    const all: number[] = []
    for (const [kind, pick] of Object.entries(queries())) {
      signal.throwIfAborted()
      const [serverBefore, databaseBefore] = [
        processorTime(server.pid, databasePid),
        processorTime(databasePid),
      ]
      const { times, items } = await searchRepeatedly({ url, headers, pick, rounds })
      const searches = rounds + warmUp
      all.push(...times)
      figures.push({
        name: `${who}: ${kind}`,
        serverMs: spreadOf([(processorTime(server.pid, databasePid) - serverBefore) / searches]),
        databaseMs: spreadOf([(processorTime(databasePid) - databaseBefore) / searches]),
        more: { ...latencies(times), items: items / searches },
      })
    }
    figures.push({ name: `${who}: all`, more: latencies(all) })
  }
  return figures
}

// searches that are not counted
const warmUp = 5

interface Repeated {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly pick: () => string
  readonly rounds: number
}

async function searchRepeatedly({ url, headers, pick, rounds }: Repeated) {
  const times: number[] = []
  let items = 0
  for (let round = -warmUp; round < rounds; round++) {
    const address = `${url}/v2/search?q=${encodeURIComponent(pick())}`
    // real time: how long the answer took
    const began = performance.now()
    const answer = await fetch(address, { headers })
    const body = (await answer.json()) as { items?: readonly unknown[] }
    if (!answer.ok) throw new Error(`was answered ${JSON.stringify(body)}`)
    if (round >= 0) times.push(performance.now() - began)
    items += body.items?.length ?? 0
  }
  return { times, items }
}

function latencies(times: readonly number[]) {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  return { 'p50 (ms)': at(0.5), 'p99 (ms)': at(0.99) }
}

function queries(): Readonly<Record<string, () => string>> {
  const { words, random } = createVocabulary(7)
  const between = (from: number, to: number) => words[from + Math.floor(random() * (to - from))] ?? ''
  return {
    'a word of nearly all': () => between(0, 40),
    'a word of many': () => between(40, 800),
    'a word of some': () => between(800, 8_000),
    'a word of few': () => between(8_000, 40_000),
    'two words': () => `${between(40, 800)} ${between(200, 8_000)}`,
    'a phrase of two': () => `"${between(0, 40)} ${between(0, 40)}"`,
    'a word without another': () => `${between(40, 800)} -${between(0, 40)}`,
    'a beginning': () => `${between(100, 8_000).slice(0, 4)}*`,
  }
}

/** A lawyer in one of the four teams, who is a member of nothing. */
async function teamMember(app: Installation['app'], { id: organisationId }: Organisation) {
  const person = await app.db
    .selectFrom('users')
    .innerJoin('team_members', 'team_members.user_id', 'users.id')
    .where('users.organisation_id', '=', organisationId)
    .where('team_members.organisation_id', '=', organisationId)
    .where('users.role', '=', 'InhouseLegal')
    .select(['users.id', 'users.email', 'users.organisation_id as organisationId'])
    .executeTakeFirstOrThrow()
  return { authorization: `Bearer ${await accessTokenFor(app, { ...person, name: 'Team member' })}` }
}
