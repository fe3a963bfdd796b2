// An organisation whose people work as those of a large office do, to measure what they wait for beside others.
import type { ChildProcess } from 'node:child_process'
import type { RunningApp } from '../../server/operations/process/app.ts'
import { seedLarge } from '../../server/sandbox/demo/large/seed-large.ts'
import { createUser } from '../../test/factories.ts'
import { createClient, grantTo } from '../../test/tokens.ts'
import type { Installation } from './installation.ts'
import { processorTime } from './processor-time.ts'
import { sendLoad } from './start-load.ts'

/** One whose people send. */
export interface Organisation {
  readonly organisationId: number
  readonly tokens: readonly string[]
  /** What its people ask for. */
  readonly paths: readonly string[]
}

/** With so many records, and people who have two clients each. */
export async function createOrganisation(
  app: RunningApp,
  size: number,
  people: number,
): Promise<Organisation> {
  const { email } = await seedLarge(app, { size })
  const { organisationId } = await app.db
    .selectFrom('users')
    .where('email_key', '=', email)
    .select('organisation_id as organisationId')
    .executeTakeFirstOrThrow()
  const contract = await app.db
    .selectFrom('contracts')
    .where('organisation_id', '=', organisationId)
    .where('restricted', '=', false)
    .select('id')
    .executeTakeFirstOrThrow()
  const clients = [await createClient(app, { organisationId }), await createClient(app, { organisationId })]
  const tokens: string[] = []
  for (let made = 0; made < people; made++) {
    const user = await createUser(app, {
      organisationId,
      role: 'Administrator',
      groups: ['ContractAdministrators', 'MatterAdministrators'],
    })
    for (const client of clients) tokens.push((await grantTo(app, user, client)).accessToken)
  }
  const contracts = '/contract-apis/v1/contracts'
  return {
    organisationId,
    tokens,
    paths: [`${contracts}/${contract.id}`, `${contracts}?context=All`, `${contracts}/quickfind?term=lease`],
  }
}

/** Milliseconds of answers; seconds of processor for each second. */
export interface QuietFigures {
  readonly p50: number
  readonly p99: number
  readonly server: number
  readonly database: number
}

const quietConnections = 6
// some forty requests a second: a large office at work
const quietPause = 150

interface Measured {
  readonly quiet: Organisation
  readonly milliseconds: number
  /** The process that sends. */
  readonly load: ChildProcess
}

/** What its people wait for, and what the whole installation takes meanwhile. */
export async function measureQuiet(
  { url, server: { pid }, databasePid }: Installation,
  { quiet, milliseconds, load }: Measured,
): Promise<QuietFigures> {
  const [server, database] = [processorTime(pid, databasePid), processorTime(databasePid)]
  const { times } = await sendLoad(load, {
    ...quiet,
    headers: {},
    url,
    milliseconds,
    connections: quietConnections,
    pause: quietPause,
  })
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
  return {
    p50: at(0.5),
    p99: at(0.99),
    server: (processorTime(pid, databasePid) - server) / milliseconds,
    database: (processorTime(databasePid) - database) / milliseconds,
  }
}

/** Median, least and most. */
export function inWords(all: readonly number[]): string {
  const sorted = all.toSorted((a, b) => a - b)
  const at = (place: number) => (sorted[Math.round(place * (sorted.length - 1))] ?? Number.NaN).toFixed(1)
  return `${at(0.5)} [${at(0)}..${at(1)}]`
}

/** The figures of several rounds. */
export const figuresOf = (all: readonly QuietFigures[]): string => {
  const figure = (key: keyof QuietFigures) => inWords(all.map((each) => each[key]))
  return `p50 ${figure('p50')}, p99 ${figure('p99')}; server ${figure('server')}, database ${figure('database')}`
}
