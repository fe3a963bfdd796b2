// Gauges of the installation, read from its database: jobs, deliveries, backups and the database itself. Every process
// reports the same numbers for the installation, so values of several processes are combined by taking the maximum.
import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { collectDefaultMetrics, Gauge, register } from 'prom-client'
import type { App } from '../app.ts'
import { createTtlCache } from '../ttl-cache.ts'

type Measured = Pick<App, 'database' | 'clock' | 'log' | 'config'>

// numeric and bigint may arrive as text
interface Row {
  readonly jobs_due: number | string
  readonly jobs_failed: number | string
  readonly oldest_job_seconds: number | string
  readonly deliveries_due: number | string
  readonly oldest_delivery_seconds: number | string
  readonly database_bytes: number | string
  readonly backup_made: number | string
  readonly backup_verified: number | string
  readonly backup_failing: number | string
}

let measured: Measured | undefined
// cached, because they cost the database a statement
const memory = () => createTtlCache<Row>({ milliseconds: 5_000, limit: 1 })
let answers = memory()

/** From now on /metrics reports on this process's installation, and on the memory and event loop of the process. */
export function measureInstallation(app: Measured): void {
  measured = app
  answers = memory()
  if (!register.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics()
}

/** Undefined while nothing is measured or the database is unavailable: /metrics works without it. */
async function rowNow(): Promise<Row | undefined> {
  if (!measured) return undefined
  const { database, clock, log } = measured
  try {
    return await answers.get(
      '',
      async () => (await question(clock.now()).execute(database.kysely)).rows[0] as Row,
    )
  } catch (error) {
    log.warn({ err: error }, 'the database could not be asked for metrics')
    return undefined
  }
}

/** What the server, which is not root, may still write; undefined where the folder is not there. */
async function freeSpace(): Promise<number | undefined> {
  if (!measured) return undefined
  const space = await statfs(measured.config.stateDir).catch(() => undefined)
  return space ? space.bavail * space.bsize : undefined
}

const ofInstallation = (column: keyof Row, name: string, help: string) =>
  new Gauge({
    name,
    help,
    aggregator: 'max',
    async collect() {
      const row = await rowNow()
      if (row) this.set(Number(row[column]))
      else this.remove()
    },
  })

/** All installation gauges; they are registered when created. */
export const installationGauges: readonly Gauge[] = [
  ofInstallation('jobs_due', 'chancery_jobs_due', 'Jobs that are due and not being worked on'),
  ofInstallation('jobs_failed', 'chancery_jobs_failed', 'Jobs that failed permanently and are not retried'),
  ofInstallation(
    'oldest_job_seconds',
    'chancery_jobs_oldest_seconds',
    'How long the oldest due job has waited',
  ),
  ofInstallation(
    'deliveries_due',
    'chancery_deliveries_due',
    'Webhook notifications that are due and not sent',
  ),
  ofInstallation(
    'oldest_delivery_seconds',
    'chancery_deliveries_oldest_seconds',
    'How long the oldest due webhook notification has waited',
  ),
  ofInstallation('database_bytes', 'chancery_database_bytes', 'Size of the database'),
  ofInstallation(
    'backup_made',
    'chancery_backup_last_success_timestamp_seconds',
    'When the newest backup was made, on schedule or on the command line; 0 if none was',
  ),
  ofInstallation(
    'backup_verified',
    'chancery_backup_last_verification_timestamp_seconds',
    'When backups were last verified; 0 if they never were',
  ),
  ofInstallation('backup_failing', 'chancery_backup_failing', '1 if the last scheduled backup failed'),
  new Gauge({
    name: 'chancery_database_up',
    help: 'Whether the database answered a query for metrics: 1 or 0',
    aggregator: 'min',
    async collect() {
      this.set((await rowNow()) ? 1 : 0)
    },
  }),
  new Gauge({
    name: 'chancery_disk_free_bytes',
    help: 'Free space for the state folder, in which the files and the embedded database are unless they are elsewhere',
    aggregator: 'min',
    async collect() {
      const space = await freeSpace()
      if (space === undefined) this.remove()
      else this.set(space)
    },
  }),
  new Gauge({
    name: 'chancery_database_connections',
    help: 'Connections to the database, and requests waiting for one',
    labelNames: ['state'],
    collect() {
      if (!measured) return
      const { totalCount, idleCount, waitingCount } = measured.database.pool
      this.set({ state: 'in use' }, totalCount - idleCount)
      this.set({ state: 'idle' }, idleCount)
      this.set({ state: 'waiting' }, waitingCount)
    },
  }),
]

const question = (now: Date) => sql<Row>`
  select jobs.*, deliveries.*, backups.*, pg_database_size(current_database()) as database_bytes
  from
    (select
        count(*) filter (where is_available and run_at <= ${now}) as jobs_due,
        count(*) filter (where attempts >= max_attempts and locked_at is null) as jobs_failed,
        coalesce(extract(epoch from ${now} - min(run_at) filter (where is_available and run_at <= ${now})), 0)
          as oldest_job_seconds
      from graphile_worker._private_jobs) jobs,
    (select count(*) as deliveries_due, coalesce(extract(epoch from ${now} - min(due_at)), 0) as oldest_delivery_seconds
      from webhook_deliveries where state = 'pending' and claim is null and due_at <= ${now}) deliveries,
    (select coalesce(extract(epoch from succeeded_at), 0) as backup_made,
        coalesce(extract(epoch from verified_at), 0) as backup_verified, (error is not null)::int as backup_failing
      from backup_results) backups`
