// The server processes of the installation, on all its machines: each says every few seconds that it is there. Their
// times are those of the database.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { App } from '../app.ts'
import { internalTransaction } from '../events/change.ts'
import type { Reader, Tx } from '../postgres/database.ts'
import { ageOf, type Concern } from './concern.ts'

export interface ServerProcess {
  readonly id: string
  readonly role: string
  readonly version: string
  readonly nodeVersion: string
  readonly host: string
  readonly processId: number
  readonly startedAt: Date
  readonly seenAt: Date
  /** Whether it has said so lately. */
  readonly alive: boolean
}

/** The version of the product that this process runs. */
export const productVersion = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version

const sayEveryMs = 15_000
const silentMs = 4 * sayEveryMs
// one that was killed is shown for a while, because nobody may have noticed
const forgottenMs = 60 * 60_000

type Parts = Pick<App, 'database' | 'clock' | 'config' | 'log'>

/** Says that this process serves until it is stopped. A database that is away is no reason not to serve. */
export async function announceProcess(app: Parts): Promise<{ stop(): Promise<void> }> {
  const id = randomUUID()
  const started = app.clock.databaseTime()
  const say = () =>
    write(app, { id, started }).catch((error: unknown) =>
      app.log.warn({ err: error }, 'the process could not say that it is there'),
    )
  await say()
  let last: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    last = say()
  }, sayEveryMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await last
      await internalTransaction(app, (tx) =>
        tx.deleteFrom('server_processes').where('id', '=', id).execute(),
      ).catch((error: unknown) => app.log.warn({ err: error }, 'the process could not say that it ends'))
    },
  }
}

function write(app: Parts, { id, started }: { readonly id: string; readonly started: Date }): Promise<void> {
  const now = app.clock.databaseTime()
  return internalTransaction(app, async (tx) => {
    await tx
      .insertInto('server_processes')
      .values({
        id,
        role: app.config.role,
        version: productVersion,
        node_version: process.version,
        host: hostname(),
        process_id: process.pid,
        started_at: started,
        seen_at: now,
      })
      .onConflict((existing) => existing.column('id').doUpdateSet({ seen_at: now }))
      .execute()
    await tx
      .deleteFrom('server_processes')
      .where('seen_at', '<', new Date(now.getTime() - forgottenMs))
      .execute()
  })
}

/** After a restore: none of the processes of the backup serves this database. */
export async function forgetProcesses(tx: Tx): Promise<void> {
  await tx.deleteFrom('server_processes').execute()
}

/** All of them, those on one machine together. */
export async function readProcesses(
  db: Reader,
  { clock }: Pick<App, 'clock'>,
): Promise<readonly ServerProcess[]> {
  const now = clock.databaseTime().getTime()
  const rows = await db
    .selectFrom('server_processes')
    .selectAll()
    .orderBy('host')
    .orderBy('started_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, role, version, host, ...row }) => ({
    id,
    role,
    version,
    host,
    nodeVersion: row.node_version,
    processId: row.process_id,
    startedAt: row.started_at,
    seenAt: row.seen_at,
    alive: now - row.seen_at.getTime() < silentMs,
  }))
}

const area = 'Processes'

/** What is wrong with them. */
export function processConcerns(
  processes: readonly ServerProcess[],
  { clock, config }: Pick<App, 'clock' | 'config'>,
): readonly Concern[] {
  const now = clock.databaseTime()
  const alive = processes.filter((each) => each.alive)
  const silent = processes.filter((each) => !each.alive)
  const versions = new Set(alive.map(({ version }) => version))
  const isWorkedOn = config.offline || alive.some(({ role }) => role !== 'api')
  return [
    ...silent.map(
      ({ host, processId, seenAt }): Concern => ({
        area,
        severity: 'Attention',
        problem: `Process ${processId} on ${host} has not reported for ${ageOf(seenAt, now)}.`,
        remedy:
          'If it was killed or its machine is off, another one does its work, and it leaves the list within an hour. If it still runs, look at its log and at its way to the database.',
      }),
    ),
    ...(isWorkedOn ? [] : [noWorker]),
    ...(versions.size > 1 ? [differentVersions] : []),
  ]
}

const noWorker: Concern = {
  area,
  severity: 'Failing',
  problem: 'No process does background work: no mail, no notifications, no reminders.',
  remedy: 'Start a process with CHANCERY_ROLE=worker, or leave that setting out.',
}

const differentVersions: Concern = {
  area,
  severity: 'Attention',
  problem: 'Processes of different versions are running.',
  remedy: 'Complete the upgrade: restart the processes of the older version.',
}
