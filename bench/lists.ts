// Reading, listing, finding, creating and changing matters and contracts in a large organisation, against a bare server
// of Node; the same in a small one; deep pages; a person who sees few; two processes against one; memory and the second
// start.
import { startInstallation, type Installation } from './parts/installation.ts'
import { addSparseMember, seedOrganisation, type Organisation } from './parts/asking.ts'
import { startListening } from './parts/listening-process.ts'
import { type Options, readOptions } from './parts/options.ts'
import { residentMemory } from './parts/processor-time.ts'
import type { Figure } from './parts/report.ts'
import {
  type Asked,
  details,
  growing,
  lists,
  pageOfMatters,
  quickFind,
  type Request,
  writes,
} from './parts/records.ts'
import { type Case, measureRounds, type Work } from './parts/rounds.ts'
import { requests, startLoad } from './parts/start-load.ts'
import type { ChildProcess } from 'node:child_process'

/**
 * `--size` of the organisation (20000), `--small` of the one that growth is measured from (10000, or a tenth),
 * `--rounds` (5) of `--seconds` (1), and only those whose name contains `--only`.
 */
export async function run(words: readonly string[], signal: AbortSignal): Promise<readonly Figure[]> {
  const options = readOptions(words, { size: 20_000, seconds: 1, own: { small: '0', only: '' } })
  const installation = await startInstallation()
  const load = startLoad()
  const bare = await startListening('bare-server.ts')
  try {
    const idle = residentMemory(installation.server.pid, installation.databasePid).now
    const small = Number(options.own.small) || Math.min(10_000, Math.ceil(options.size / 10))
    const around: Around = {
      installation,
      load,
      bareUrl: bare.url,
      options,
      signal,
      small: await seedOrganisation(installation.app, small),
      large: await seedOrganisation(installation.app, options.size),
    }
    const figures = await measureAll(around)
    const peak = residentMemory(installation.server.pid, installation.databasePid).peak
    return [...figures, inMegabytes('memory after start, at most under load', { idle, peak }), seeded(around)]
  } finally {
    load.disconnect()
    bare.end()
    await installation.end()
  }
}

interface Around {
  readonly installation: Installation
  readonly load: ChildProcess
  readonly bareUrl: string
  readonly options: Options<'small' | 'only'>
  readonly signal: AbortSignal
  readonly small: Organisation
  readonly large: Organisation
}

async function measureAll(around: Around): Promise<readonly Figure[]> {
  const { installation, load, bareUrl, options, signal, large } = around
  const bases: Record<string, Work> = { 'bare HTTP': requests(load, { url: bareUrl, headers: {} }) }
  const cases = [...limited(around), ...(await compared(around, bases)), ...changing(around, large)]
  return measureRounds({
    bases,
    cases: cases.filter(({ name }) => name.includes(options.own.only)),
    serverPid: installation.server.pid,
    databasePid: installation.databasePid,
    ...options,
    signal,
  })
}

const caseOf = (load: ChildProcess, name: string, { request, goal }: Asked): Case => ({
  name,
  bases: ['bare HTTP'],
  work: requests(load, request),
  ...(goal === undefined ? {} : { goal }),
})

const casesOf = (load: ChildProcess, asked: Readonly<Record<string, Asked>>) =>
  Object.entries(asked).map(([name, each]) => caseOf(load, name, each))

function limited({ installation: { url }, load, large }: Around): readonly Case[] {
  return [
    ...casesOf(load, details(url, large)),
    ...casesOf(load, lists(url, large)),
    ...casesOf(load, quickFind(url, large)),
  ]
}

const changing = ({ installation: { url }, load }: Around, large: Organisation): readonly Case[] =>
  casesOf(load, writes(url, large))

/** Cases whose base is another request of ours: the small organisation, the first page, the administrator. */
async function compared(around: Around, bases: Record<string, Work>): Promise<readonly Case[]> {
  const { installation, load, small, large } = around
  const { url } = installation
  const before = Object.entries(growing(url, small))
  const after = growing(url, large)
  const grown = before.flatMap(([name, { request }]): readonly Case[] => {
    const base = `${name} of ${small.size}`
    bases[base] = requests(load, request)
    const later = after[name]
    // 1.3 times as long
    return later
      ? [{ name: `growth: ${name}`, bases: [base], goal: 0.77, work: requests(load, later.request) }]
      : []
  })
  const first: Request = { url: pageOfMatters(url), headers: large.headers }
  bases['page 1'] = requests(load, first)
  const depth = Math.min(100_000, Math.floor(large.size / 3))
  const sparse = await addSparseMember(installation.app, large)
  return [
    ...grown,
    {
      name: `matters v2, page at ${depth} by nextLink`,
      bases: ['page 1'],
      // 1.2 times as long
      goal: 0.83,
      work: requests(load, { ...first, url: await pageAt(first, depth) }),
    },
    {
      name: 'matters v2, page 1 of who sees 100',
      bases: ['page 1'],
      // three times as long
      goal: 0.33,
      work: requests(load, { ...first, headers: sparse }),
    },
  ]
}

/** The address of a page that deep, by following the links of the largest pages. */
async function pageAt({ url, headers }: Request, depth: number): Promise<string> {
  const wide = new URL(url)
  const most = Math.min(200, depth)
  wide.searchParams.set('$top', String(most))
  let next = wide.href
  for (let seen = 0; seen < depth; seen += most) {
    const answer = (await (await fetch(next, { headers })).json()) as { readonly nextLink?: string }
    if (answer.nextLink === undefined) throw new Error(`${next} has no next page`)
    next = new URL(answer.nextLink, url).href
  }
  const narrow = new URL(next)
  narrow.searchParams.set('$top', '50')
  return new URL(narrow.pathname + narrow.search, url).href
}

const inMegabytes = (name: string, bytes: Readonly<Record<string, number>>): Figure => ({
  name: `${name} (MB)`,
  more: Object.fromEntries(Object.entries(bytes).map(([key, value]) => [key, value / 1_000_000])),
})

const seeded = ({ small, large }: Around): Figure => ({
  name: 'seed (s)',
  more: Object.fromEntries([small, large].map(({ size, seedMs }) => [`${size} of each`, seedMs / 1_000])),
})
