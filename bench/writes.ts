// Creating and changing matters and contracts, against pgbench doing the same writes: one statement after the other,
// and as a pipeline. The server does more: it checks who asks and what is asked, and reads the forms and the record.
import { buildServer } from '../server/operations/process/server.ts'
import { serverParts } from '../server/operations/process/server-parts.ts'
import { type Organisation, seedOrganisation } from './parts/asking.ts'
import { type Installation, startInstallation } from './parts/installation.ts'
import { readOptions } from './parts/options.ts'
import { hasPgbench, pgbench } from './parts/pgbench.ts'
import { type Request, writes } from './parts/records.ts'
import type { Figure } from './parts/report.ts'
import { type Case, measureRounds, type Work } from './parts/rounds.ts'
import { recordTransaction, scriptOf } from './parts/same-writes.ts'
import { requests, startLoad } from './parts/start-load.ts'

/** `--size` of the organisation (20000), `--rounds` (5) of `--seconds` (2), only those whose name contains `--only`. */
export async function run(words: readonly string[], signal: AbortSignal): Promise<readonly Figure[]> {
  const options = readOptions(words, { size: 20_000, own: { only: '' } })
  if (!(await hasPgbench())) throw new Error('pgbench is not installed')
  const installation = await startInstallation()
  const load = startLoad()
  try {
    const organisation = await seedOrganisation(installation.app, options.size)
    const asked = Object.entries(await allWrites(installation, organisation))
    const bases: Record<string, Work> = {}
    const cases: Case[] = []
    for (const [name, request] of asked.filter(([each]) => each.includes(options.own.only))) {
      const own = await basesOf(installation, name, request)
      Object.assign(bases, own)
      cases.push({ name, bases: Object.keys(own), goal: 0.6, work: requests(load, request) })
    }
    const { server, databasePid } = installation
    return await measureRounds({ bases, cases, serverPid: server.pid, databasePid, ...options, signal })
  } finally {
    load.disconnect()
    await installation.end()
  }
}

/** The usual writes, and those with values of fields. */
async function allWrites(
  { app, url }: Installation,
  organisation: Organisation,
): Promise<Readonly<Record<string, Request>>> {
  const fields = await app.db
    .selectFrom('fields')
    .where('organisation_id', '=', organisation.id)
    .where('title', 'in', ['Amount', 'Risk'])
    .select(['id', 'title'])
    .execute()
  const risk = await app.db
    .selectFrom('field_options')
    .where('organisation_id', '=', organisation.id)
    .select('value')
    .executeTakeFirstOrThrow()
  const values = Object.fromEntries(
    fields.map(({ id, title }) => [`field_${id}`, title === 'Amount' ? 1_000 : risk.value]),
  )
  const usual = Object.entries(writes(url, organisation)).map(
    ([name, { request }]) => [name, request] as const,
  )
  const create = usual[0]?.[1]
  return {
    ...Object.fromEntries(usual),
    ...(create && {
      'matter v1, create with fields': {
        ...create,
        body: JSON.stringify({ ...(JSON.parse(create.body ?? '{}') as object), fields: values }),
      },
    }),
  }
}

/** One without an id of another system, which no two have: pgbench writes what this one has to the others. */
async function ordinaryOf(
  { db }: Installation['app'],
  name: string,
  ids: NonNullable<Request['ids']>,
): Promise<number> {
  const { id } = await db
    .selectFrom(name.startsWith('contract') ? 'contracts' : 'matters')
    .where('id', 'in', ids.map(Number))
    .where('external_id', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

/** pgbench doing what the request does once, here, in this process. */
async function basesOf(
  { app, connection }: Installation,
  name: string,
  { url, headers, body = '', method = 'POST', ids }: Request,
): Promise<Record<string, Work>> {
  const server = await buildServer(app, serverParts(app))
  const id = ids && (await ordinaryOf(app, name, ids))
  const path = new URL(url).pathname.replace('%25', '%')
  const recorded = await recordTransaction(app, async () => {
    const answer = await server.inject({
      method: method as 'POST',
      url: path.replace('%', String(id)),
      headers,
      payload: body.replace('%', 'as pgbench writes it'),
    })
    if (answer.statusCode >= 300) throw new Error(`${name}: ${answer.statusCode} ${answer.body}`)
  })
  await server.close()
  const numbers = (ids ?? []).map(Number)
  const changed =
    id === undefined ? {} : { changed: { id, from: Math.min(...numbers), to: Math.max(...numbers) } }
  const clients = 16
  return {
    [`pgbench: ${name}`]: pgbench(connection, {
      ...scriptOf(recorded, { pipelined: false, ...changed }),
      clients,
    }),
    [`pgbench, pipelined: ${name}`]: pgbench(connection, {
      ...scriptOf(recorded, { pipelined: true, ...changed }),
      clients,
    }),
  }
}
