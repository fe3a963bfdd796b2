// Refreshing tokens with rotation: against pgbench doing the same statements, and beside node-oidc-provider, which
// keeps everything in memory and is asked for the same in the same rounds.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { findClientAndToken } from '../server/identity/oauth/refresh-token/refresh-tokens.ts'
import { hashOfSecret } from '../server/platform/secrets/crypto.ts'
import type { RunningApp } from '../server/operations/process/app.ts'
import { createOrganisation, createUser, type TestUser } from '../test/factories.ts'
import { createClient, grantTo, type TestClient } from '../test/tokens.ts'
import { startInstallation, vacuum } from './parts/installation.ts'
import { startListening } from './parts/listening-process.ts'
import { readOptions } from './parts/options.ts'
import { hasPgbench, pgbench } from './parts/pgbench.ts'
import type { Refreshing } from './parts/refresher.ts'
import type { Figure } from './parts/report.ts'
import { measureRounds, type Work } from './parts/rounds.ts'
import { requests, startLoad } from './parts/start-load.ts'

const connections = 16

/** `--size` grants for pgbench (1000), `--rounds` (5) of `--seconds` (2). */
export async function run(words: readonly string[], signal: AbortSignal): Promise<readonly Figure[]> {
  const options = readOptions(words, { size: 1_000 })
  const installation = await startInstallation({ CHANCERY_PROCESSES: '1' })
  const load = startLoad()
  const refresher = fork(fileURLToPath(new URL('parts/refresher.ts', import.meta.url)))
  const bare = await startListening('bare-server.ts', ['1024'])
  const provider = await startListening('oidc-server.ts')
  try {
    const { app } = installation
    const { id: organisationId } = await createOrganisation(app)
    const user = await createUser(app, { organisationId })
    const client = await createClient(app, { organisationId })
    const script = await pgbenchScript(app, { user, client, count: options.size })
    const works: Record<string, Work> = {
      'bare HTTP': requests(load, { url: bare.url, headers: {} }),
      ...((await hasPgbench()) ? { pgbench: pgbench(installation.connection, { script }) } : {}),
    }
    const bases = Object.keys(works).toReversed()
    return await measureRounds({
      bases: works,
      cases: [
        {
          name: 'refresh',
          bases,
          goal: 0.5,
          work: refreshing(refresher, await ours(installation.url, { app, user, client })),
        },
        {
          name: 'refresh, node-oidc-provider in memory',
          bases: ['bare HTTP'],
          serverPid: provider.pid,
          work: refreshing(refresher, await theirs(provider.url)),
        },
      ],
      serverPid: installation.server.pid,
      databasePid: installation.databasePid,
      ...options,
      signal,
    })
  } finally {
    for (const child of [load, refresher]) child.disconnect()
    for (const server of [bare, provider]) server.end()
    await installation.end()
  }
}

type Refreshed = Omit<Refreshing, 'milliseconds'>

const refreshing =
  (refresher: ChildProcess, what: Refreshed): Work =>
  async (milliseconds) => {
    refresher.send({ ...what, milliseconds } satisfies Refreshing)
    const [{ answered = 0, error }] = (await once(refresher, 'message')) as [
      { readonly answered?: number; readonly error?: string },
    ]
    if (error !== undefined) throw new Error(error)
    return answered
  }

interface Granted {
  readonly app: RunningApp
  readonly user: TestUser
  readonly client: TestClient
}

async function ours(url: string, { app, user, client }: Granted): Promise<Refreshed> {
  const pairs = await Promise.all(Array.from({ length: connections }, () => grantTo(app, user, client)))
  return {
    url: `${url}/account-apis/v1/auth/token`,
    parameters: {
      grant_type: 'refresh_token',
      client_id: client.clientId,
      client_secret: client.secret,
    },
    tokens: pairs.map(({ refreshToken }) => refreshToken),
  }
}

async function theirs(url: string): Promise<Refreshed> {
  const answer = await fetch(`${url}/first-tokens?count=${connections}`)
  const { tokens, ...credentials } = (await answer.json()) as {
    tokens: string[]
    client_id: string
    client_secret: string
  }
  return { url: `${url}/token`, parameters: { grant_type: 'refresh_token', ...credentials }, tokens }
}

/** A refresh as the database sees it: the statement that reads, then the claim and the successor in one packet. */
async function pgbenchScript(
  app: RunningApp,
  { user, client, count }: Omit<Granted, 'app'> & { readonly count: number },
): Promise<string> {
  const grants: number[] = []
  while (grants.length < count) grants.push((await grantTo(app, user, client)).grantId)
  // what a grant's token hashes to follows from its id, so that pgbench can find it
  await app.database.pool.query(
    `update refresh_tokens set hash = sha256(grant_id::text::bytea) where grant_id = any($1)`,
    [grants],
  )
  await vacuum(app)
  const marked = hashOfSecret('the token')
  const { sql, parameters } = findClientAndToken.compiled({
    clientId: client.clientId,
    guesses: Buffer.alloc(32),
    now: new Date(),
    hash: marked,
  })
  const values = parameters.map((value) => (value === marked ? 'sha256(:id::text::bytea)' : literal(value)))
  const read = sql.replaceAll(/\$(\d+)/g, (_, place: string) => values[Number(place) - 1] ?? 'null')
  return `\\set id random(${Math.min(...grants)}, ${Math.max(...grants)})
${read.replaceAll(/\s+/g, ' ')};
\\startpipeline
begin;
update oauth_grants set generation = generation + 1, rotated_at = current_timestamp, refresh_expires_at = current_timestamp
  where id = :id and ended_at is null returning id;
insert into refresh_tokens (hash, grant_id, generation, issued_at, expires_at)
  select sha256(gen_random_uuid()::text::bytea), id, generation, current_timestamp, current_timestamp
  from oauth_grants where id = :id and ended_at is null on conflict (grant_id, generation) do nothing returning generation;
commit;
\\endpipeline
`
}

function literal(value: unknown): string {
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'::bytea`
  if (value instanceof Date) return `'${value.toISOString()}'::timestamptz`
  return `'${String(value).replaceAll("'", "''")}'`
}
